import { refuse } from './refusal.mjs';

/** The listed white space: 25 characters, all of one UTF-16 unit. `trimStart` and `\s` would add U+FEFF and miss U+0085. */
const WHITE_SPACE = new Set(
  Array.from(
    '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
    (character) => character.charCodeAt(0),
  ),
);

// Without ignoreBOM the decoder would drop a byte order mark.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Takes a JavaScript string as a text. Implements text.surrogate.
 *
 * @param {string} string
 * @returns {string} the same string, now known to be Unicode scalar values
 */
export function requireText(string) {
  if (typeof string !== 'string') throw new TypeError('not a string');
  if (!string.isWellFormed()) refuse('text.surrogate');
  return string;
}

/**
 * Takes bytes as a text. Implements text.utf8 and text.bom.
 *
 * @param {Uint8Array} bytes
 * @returns {string} the text that the bytes encode
 */
export function decodeText(bytes) {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) refuse('text.bom');
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) refuse('text.utf8');
    throw error;
  }
}

/**
 * Whether a UTF-16 unit is a character of listed white space. Implements text.white-space.
 *
 * @param {number} unit the unit's value, or NaN for the end of the text
 * @returns {boolean}
 */
export function isWhiteSpace(unit) {
  return WHITE_SPACE.has(unit);
}

/**
 * Where the line that starts at an offset ends. Implements text.line-feed.
 *
 * @param {string} text
 * @param {number} start offset of the line's first character, in UTF-16 units
 * @returns {number} offset of its line feed, or the text's length for the last line
 */
export function endOfLine(text, start) {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}
