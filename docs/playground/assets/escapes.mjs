/**
 * How an editor spells what a text area could not hold or show: `\r`, `\t`, `\u{202E}`, `\\`, and `\xFF` for a byte that is no text.
 * Line feeds stand as they are.
 */

const UNTYPED = /[^\P{C}\n]|[\p{Zl}\p{Zp}\u00a0\ufeff\\]/gu;
const ESCAPE = /\\(?:u\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|([rt\\]))/g;
/** @type {Record<string, string>} */
const SHORT = { '\r': '\\r', '\t': '\\t', '\\': '\\\\' };
/** @type {Record<string, string>} */
const LONG = { r: '\r', t: '\t', '\\': '\\' };

/**
 * Whether a text area would lose or hide something of a text.
 *
 * @param {string | Uint8Array} text
 * @returns {boolean}
 */
export function needsEscapes(text) {
  return typeof text !== 'string' || /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/u.test(text);
}

/**
 * @param {string | Uint8Array} text
 * @returns {string}
 */
export function escaped(text) {
  if (typeof text !== 'string') return escapedBytes(text);
  return text.replace(UNTYPED, (character) => SHORT[character] ?? `\\u{${point(character).toString(16).toUpperCase()}}`);
}

/**
 * @param {string} spelled
 * @returns {string | Uint8Array} bytes when it has a `\x` escape
 */
export function unescaped(spelled) {
  if (!/(?:^|[^\\])(?:\\\\)*\\x[0-9A-Fa-f]{2}/.test(spelled)) {
    return spelled.replace(ESCAPE, (_, hex, byte, letter) => (letter ? LONG[letter] : character(hex ?? byte)));
  }
  /** @type {number[]} */
  const bytes = [];
  const encoder = new TextEncoder();
  let at = 0;
  for (const match of spelled.matchAll(ESCAPE)) {
    bytes.push(...encoder.encode(spelled.slice(at, match.index)));
    if (match[2]) bytes.push(Number.parseInt(match[2], 16));
    else bytes.push(...encoder.encode(match[3] ? LONG[match[3]] : character(match[1])));
    at = match.index + match[0].length;
  }
  bytes.push(...encoder.encode(spelled.slice(at)));
  return Uint8Array.from(bytes);
}

/** @param {Uint8Array} bytes */
function escapedBytes(bytes) {
  const text = new TextDecoder('utf-8', { ignoreBOM: true });
  let spelled = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((size) => at + size <= bytes.length && !text.decode(bytes.subarray(at, at + size)).includes('\ufffd'));
    spelled += length === undefined ? `\\x${bytes[at].toString(16).toUpperCase().padStart(2, '0')}` : escaped(text.decode(bytes.subarray(at, at + length)));
    at += length ?? 1;
  }
  return spelled;
}

/** @param {string} hex */
function character(hex) {
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? `\\u{${hex}}` : String.fromCodePoint(code);
}

/** @param {string} text */
function point(text) {
  return /** @type {number} */ (text.codePointAt(0));
}
