import { el } from './dom.mjs';
import { byteGlyphs, glyphs } from './glyphs.mjs';

const MOST = 20_000;

/**
 * A text as nodes in which everything shows, its two ends when it is long.
 *
 * @param {string | Uint8Array} text
 * @param {number} [most] characters
 * @returns {Node[]}
 */
export function shown(text, most = MOST) {
  if (text.length <= most) return nodes(text);
  const half = most >> 1;
  const cut = text.length - 2 * half;
  const unit = typeof text === 'string' ? 'characters' : 'bytes';
  const note = el('i', { class: 'tw-cut' }, `${cut.toLocaleString('en')} ${unit} are not shown`);
  return [...nodes(text.slice(0, half)), note, ...nodes(text.slice(text.length - half))];
}

/**
 * @param {string | Uint8Array} text
 * @returns {Node[]}
 */
function nodes(text) {
  const found = typeof text === 'string' ? glyphs(text) : byteGlyphs(text);
  return found.flatMap(({ text: characters, name }) => {
    if (name === null) return [document.createTextNode(characters)];
    const glyph = el('i', { class: name[0] === '·' ? 'tw-space' : characters === '' ? 'tw-glyph tw-byte' : 'tw-glyph' }, name);
    return characters === '\n' ? [glyph, document.createTextNode('\n')] : [glyph];
  });
}

/**
 * A block of text in which everything shows; it can be scrolled from the keyboard.
 *
 * @param {string | Uint8Array} text
 * @param {string} label what it is
 */
export function block(text, label) {
  return el('div', { class: 'tw-pre', tabindex: 0, role: 'region', 'aria-label': label }, text.length === 0 ? el('i', { class: 'tw-cut' }, 'empty') : shown(text));
}

/**
 * A JSON value as a block of lines.
 *
 * @param {import('./toolwire.mjs').JsonValue} value
 * @param {string} label
 * @param {number} most characters
 */
export function jsonBlock(value, label, most) {
  const text = laidOut(value);
  const lines = text.slice(0, most).split('\n');
  const pieces = lines.flatMap((line) => {
    const indent = line.length - line.trimStart().length;
    return [document.createTextNode(line.slice(0, indent)), ...nodes(line.slice(indent)), document.createTextNode('\n')];
  });
  if (text.length > most) pieces.push(el('i', { class: 'tw-cut' }, `${(text.length - most).toLocaleString('en')} characters more`));
  return el('div', { class: 'tw-pre', tabindex: 0, role: 'region', 'aria-label': label }, pieces);
}

/**
 * A JSON text laid out for reading, member by member.
 *
 * @param {import('./toolwire.mjs').JsonValue | undefined} value as `readJson` gives it
 * @param {string} [indent]
 * @returns {string}
 */
function laidOut(value, indent = '') {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) return `[\n${value.map((item) => inner + laidOut(item, inner)).join(',\n')}\n${indent}]`;
  if (value instanceof Map && value.size > 0) {
    const members = Array.from(value, ([name, member]) => `${inner}${JSON.stringify(name)}: ${laidOut(member, inner)}`);
    return `{\n${members.join(',\n')}\n${indent}}`;
  }
  if (Array.isArray(value)) return '[]';
  if (value instanceof Map) return '{}';
  return typeof value === 'object' && value !== null ? value.spelling : JSON.stringify(value ?? null);
}
