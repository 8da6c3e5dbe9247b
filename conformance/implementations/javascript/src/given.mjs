import { fromBase64, utf8 } from './bytes.mjs';
import { decodeText, requireText } from './text.mjs';

/** @typedef {import('./json.mjs').JsonValue} JsonValue */

/**
 * @param {any} member a log, a line, a body of a request
 * @returns {Uint8Array}
 */
export function bytes(member) {
  const base64 = member instanceof Map ? member.get('base64') : member?.base64;
  return typeof base64 === 'string' ? (fromBase64(base64) ?? new Uint8Array()) : utf8(requireText(member));
}

/**
 * @param {any} member a text member or a document of a request
 * @returns {string}
 */
export function text(member) {
  return typeof member === 'string' ? requireText(member) : decodeText(bytes(member));
}

/**
 * @param {any} member a document of a request
 * @returns {string | Uint8Array} as it came
 */
export function document(member) {
  return typeof member === 'string' ? member : bytes(member);
}

/**
 * @param {any} member an unsigned 64-bit integer of a request: a JSON number, or a string of digits
 * @returns {bigint}
 */
export function unsigned(member) {
  return BigInt(typeof member === 'string' ? member : member.spelling);
}

/**
 * @param {bigint | null} number
 * @returns {JsonValue} how an answer spells it
 */
export function shown(number) {
  if (number === null) return null;
  return number <= BigInt(Number.MAX_SAFE_INTEGER) ? { spelling: String(number) } : String(number);
}

/**
 * @param {Record<string, JsonValue>} members
 * @returns {JsonValue} an object of an answer
 */
export function view(members) {
  return new Map(Object.entries(members));
}
