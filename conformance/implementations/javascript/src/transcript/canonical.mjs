import { isNumber } from '../number.mjs';
import { refuse } from '../refusal.mjs';
import { checkEntry } from './entry.mjs';
import { checkPlace, HEADER, MOST_BYTES } from './file.mjs';
import { payloads, tables } from './tables.mjs';
import { NO_TIME } from './timestamp.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */
/** @typedef {import('../json.mjs').JsonObject} JsonObject */
/** @typedef {import('./tables.mjs').Type} Type */
/** @typedef {import('./tables.mjs').Table} Table */

/** @type {Table['members']} */
const ENVELOPE = [
  { name: 'seq', type: 'integer', required: true, written: 'always' },
  { name: 'id', type: 'string', required: true, written: 'always' },
  { name: 'timestamp', type: 'string', required: true, written: 'always' },
  { name: 'type', type: 'string', required: true, written: 'always' },
];

/**
 * The canonical line of an entry. Implements entry.write.* and file.write.limit.
 *
 * @param {JsonValue} value an entry as JSON value
 * @returns {string} its line, with the line feed
 */
export function encodeEntry(value) {
  const entry = checkEntry(value);
  const own = /** @type {string} */ (payloads.get(/** @type {string} */ (entry.get('type'))));
  const payload = /** @type {JsonObject} */ (entry.get(own));
  const kind = own === 'message' ? /** @type {string} */ (payload.get('role')) : own;
  const members = [...ENVELOPE, { name: own, type: { table: kind }, required: true, written: /** @type {const} */ ('always') }];
  const line = `${objectText(entry, { members })}\n`;
  if (new TextEncoder().encode(line).length > MOST_BYTES) refuse('file.line.limit');
  return line;
}

/**
 * The text of a whole log. Implements file.write.*.
 *
 * @param {JsonValue[]} entries
 * @param {string[]} [records] what the writer records, if that is not everything
 * @returns {string}
 */
export function encodeLog(entries, records) {
  const ids = new Set();
  const lines = entries.map((entry, seq) => {
    const line = encodeEntry(entry);
    checkPlace(/** @type {JsonObject} */ (entry), seq, ids);
    return line;
  });
  const header = records ? `{"type":"session","version":8,"records":${JSON.stringify(records)}}\n` : HEADER;
  return header + lines.join('');
}

/**
 * @param {JsonObject} value
 * @param {Table} table
 * @returns {string}
 */
function objectText(value, { tag, members }) {
  const parts = tag ? [`"${tag[0]}":"${tag[1]}"`] : [];
  const known = new Set(tag ? [tag[0]] : []);
  for (const { name, type, written } of members) {
    known.add(name);
    const member = value.get(name);
    if (member === undefined ? written === 'always' : written !== 'set' || !isAbsence(member)) {
      parts.push(`"${name}":${member === undefined ? absence(type) : valueText(member, type)}`);
    }
  }
  for (const [name, member] of value) if (!known.has(name)) parts.push(`${JSON.stringify(name)}:${freeText(member)}`);
  return `{${parts.join(',')}}`;
}

/**
 * Whether a member says no more than its absence.
 *
 * @param {JsonValue} member
 */
function isAbsence(member) {
  if (Array.isArray(member)) return member.length === 0;
  return member === '' || member === false || (isNumber(member) && member.spelling === '0');
}

/**
 * What the absence of a member means, as it is written.
 *
 * @param {Type} type
 * @returns {string}
 */
function absence(type) {
  if (typeof type === 'object') return 'table' in type ? objectText(new Map(), tables[type.table]) : '[]';
  switch (type) {
    case 'string':
      return '""';
    case 'boolean':
      return 'false';
    case 'object':
      return '{}';
    case 'any':
      return 'null';
    case 'time':
      return `"${NO_TIME}"`;
    default:
      return '0';
  }
}

/**
 * @param {JsonValue} value
 * @param {Type} type
 * @returns {string}
 */
function valueText(value, type) {
  if (typeof type === 'object') {
    if ('table' in type) return objectText(/** @type {JsonObject} */ (value), tables[type.table]);
    const elements = /** @type {JsonValue[]} */ (value);
    if ('list' in type) return `[${elements.map((element) => valueText(element, type.list)).join(',')}]`;
    const blocks = /** @type {JsonObject[]} */ (value);
    return `[${blocks.map((block) => objectText(block, tables[`block ${block.get('type')}`])).join(',')}]`;
  }
  return freeText(value);
}

/**
 * @param {JsonValue} value
 * @returns {string}
 */
function freeText(value) {
  if (Array.isArray(value)) return `[${value.map(freeText).join(',')}]`;
  if (value instanceof Map) {
    return `{${Array.from(value, ([name, member]) => `${JSON.stringify(name)}:${freeText(member)}`).join(',')}}`;
  }
  return isNumber(value) ? numberText(value.spelling) : JSON.stringify(value);
}

/**
 * The one spelling of a number's exact value. Implements entry.write.number.
 *
 * @param {string} spelling
 * @returns {string}
 */
export function numberText(spelling) {
  const [, minus, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(spelling) ?? refuse('json.syntax');
  const leading = /^0*/.exec(whole + fraction)?.[0].length ?? 0;
  const digits = (whole + fraction).slice(leading).replace(/0+$/, '');
  if (digits === '') return '0';
  const point = BigInt(exponent) + BigInt(whole.length - leading); // the value is 0.digits times ten to this power
  if (point > 21n || point < -5n) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${minus}${digits[0]}${rest}e${point > 0n ? '+' : ''}${point - 1n}`;
  }
  const places = Number(point);
  if (places <= 0) return `${minus}0.${'0'.repeat(-places)}${digits}`;
  const integer = digits.slice(0, places).padEnd(places, '0');
  return digits.length > places ? `${minus}${integer}.${digits.slice(places)}` : minus + integer;
}
