import { refuse } from './refusal.mjs';
import { isWhiteSpace } from './text.mjs';

// The look-ahead makes a run of number characters one token: `01` and `1.` are faults, not a number and a rest.
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d+\-.eE])/y;
const FOUR_HEX_DIGITS = /^[0-9A-Fa-f]{4}$/;
const SIMPLE_ESCAPES = '"\\/bfnrt';

/**
 * Moves past the white space of JSON, which is four characters.
 *
 * @param {string} text
 * @param {number} start offset in UTF-16 units, as everywhere in this module
 * @returns {number} offset of the first other character, or the text's length
 */
export function skipWhiteSpace(text, start) {
  let at = start;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at += 1;
  }
}

/**
 * Finds the token at or after an offset. Implements json.white-space.
 *
 * @param {string} text
 * @param {number} start
 * @returns {number} offset of the token, or the text's length
 */
export function nextToken(text, start) {
  const at = skipWhiteSpace(text, start);
  if (isWhiteSpace(text.charCodeAt(at))) refuse('json.white-space');
  return at;
}

/**
 * Finds the end of a number. Implements json.syntax for numbers.
 *
 * @param {string} text
 * @param {number} start offset of what should be a number
 * @returns {number} offset behind the number
 */
export function endOfNumber(text, start) {
  NUMBER.lastIndex = start;
  if (!NUMBER.test(text)) refuse('json.syntax');
  return NUMBER.lastIndex;
}

/**
 * Finds the end of a string. Implements json.string.control, json.string.surrogate, and json.syntax for strings.
 *
 * @param {string} text without lone surrogates
 * @param {number} start offset of what should be the opening quotation mark
 * @returns {number} offset behind the closing quotation mark
 */
export function endOfString(text, start) {
  if (text[start] !== '"') refuse('json.syntax');
  let at = start + 1;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return at + 1;
    if (unit === 0x5c) at = endOfEscape(text, at);
    else if (unit >= 0x20) at += 1;
    else refuse(at < text.length ? 'json.string.control' : 'json.syntax');
  }
}

/**
 * The value of a string that `endOfString` has accepted.
 *
 * @param {string} text
 * @param {number} start offset of the opening quotation mark
 * @param {number} end offset behind the closing one
 * @returns {string}
 */
export function stringValue(text, start, end) {
  const characters = text.slice(start + 1, end - 1);
  return characters.includes('\\') ? JSON.parse(text.slice(start, end)) : characters;
}

/**
 * @param {string} text
 * @param {number} start offset of the backslash
 * @returns {number} offset behind the escape, or behind the pair of escapes that spells one character
 */
function endOfEscape(text, start) {
  const letter = text.charAt(start + 1);
  if (letter !== '' && SIMPLE_ESCAPES.includes(letter)) return start + 2;
  const unit = escapedUnit(text, start);
  if (unit === null) refuse('json.syntax');
  if (unit < 0xd800 || unit > 0xdfff) return start + 6;
  const low = unit < 0xdc00 ? escapedUnit(text, start + 6) : null;
  if (low === null || low < 0xdc00 || low > 0xdfff) refuse('json.string.surrogate');
  return start + 12;
}

/**
 * @param {string} text
 * @param {number} start
 * @returns {number | null} what the `\u` escape at this offset spells; null where there is none
 */
function escapedUnit(text, start) {
  const digits = text.slice(start + 2, start + 6);
  return text.startsWith('\\u', start) && FOUR_HEX_DIGITS.test(digits) ? Number.parseInt(digits, 16) : null;
}
