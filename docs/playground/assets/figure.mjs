import { el } from './dom.mjs';
import { byteGlyphs } from './glyphs.mjs';

const SPAN = 150;

/**
 * Draws the bytes around a window, character by character: what was asked for, and what whole characters are given.
 *
 * @param {Uint8Array} data
 * @param {{ start: number, end: number }} asked
 * @param {{ start: number, end: number }} given
 * @returns {HTMLElement}
 */
export function bytesFigure(data, asked, given) {
  const cells = characters(data, Math.max(0, Math.min(asked.start, given.start) - 24), SPAN).map(({ start, end, label }) => {
    const cell = el('span', { class: 'tw-cell', title: end - start > 1 ? `bytes ${start} to ${end - 1}` : `byte ${start}` }, label);
    if (end > asked.start && start < asked.end) cell.dataset.asked = start < asked.start || end > asked.end ? 'part' : 'whole';
    if (start >= given.start && end <= given.end) cell.dataset.given = '';
    cell.dataset.bytes = String(end - start);
    return cell;
  });
  const words = `Asked for: bytes ${asked.start} to ${asked.end - 1}. ${given.end > given.start ? `Given: bytes ${given.start} to ${given.end - 1}.` : 'Given: none.'}`;
  return el(
    'figure',
    { class: 'tw-figure' },
    el('div', { class: 'tw-cells', 'aria-hidden': 'true' }, cells),
    el('figcaption', null, el('span', { class: 'tw-key', 'data-key': 'asked' }, 'asked for'), el('span', { class: 'tw-key', 'data-key': 'given' }, 'given'), words, ' A wider cell is a character of several bytes.'),
  );
}

/**
 * @param {Uint8Array} data
 * @param {number} from
 * @param {number} most
 */
function characters(data, from, most) {
  const found = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let at = from;
  while (at > 0 && (data[at] & 0xc0) === 0x80) at -= 1;
  while (at < data.length && found.length < most) {
    const start = at;
    at += 1;
    while (at < data.length && at - start < 4 && (data[at] & 0xc0) === 0x80) at += 1;
    const text = decoder.decode(data.subarray(start, at));
    const whole = !text.includes('\ufffd');
    if (!whole) at = start + 1;
    const glyph = byteGlyphs(data.subarray(start, at))[0];
    found.push({ start, end: at, label: glyph.name === '·' ? '·' : (glyph.name ?? glyph.text) });
  }
  return found;
}
