import { readJson } from '../json.mjs';
import { requireInteger } from '../number.mjs';
import { refuse } from '../refusal.mjs';
import { decodeText } from '../text.mjs';
import { checkEntry } from './entry.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */
/** @typedef {import('../json.mjs').JsonObject} JsonObject */

/** The most bytes of a line, its line feed included. */
export const MOST_BYTES = 16_777_216;

/** The first line of a new log. */
export const HEADER = '{"type":"session","version":8}\n';

/**
 * @typedef {object} Header
 * @property {boolean} recordsDispatch whether the absence of a dispatch says anything
 *
 * @typedef {object} Log
 * @property {Header | null} header null for a log of no bytes
 * @property {JsonObject[]} entries
 * @property {Uint8Array[]} lines of the header and the entries, with their line feeds
 * @property {number} committedBytes
 * @property {number} tornTail bytes behind the last line feed
 */

/**
 * Loads a log. Implements file.*, and entry.seq.position and entry.id.unique.
 *
 * @param {Uint8Array} bytes
 * @returns {Log}
 */
export function load(bytes) {
  /** @type {Header | null} */
  let header = null;
  /** @type {JsonObject[]} */
  const entries = [];
  /** @type {Uint8Array[]} */
  const lines = [];
  const ids = new Set();
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
    if (end + 1 - start > MOST_BYTES) refuse('file.line.limit');
    const line = bytes.subarray(start, end);
    if (!isBlank(line)) {
      lines.push(bytes.subarray(start, end + 1));
      if (header === null) header = readHeader(line);
      else entries.push(checkPlace(readEntry(line), entries.length, ids));
    }
    start = end + 1;
  }
  if (header === null && bytes.length > 0) refuse('file.header.present');
  return { header, entries, lines, committedBytes: start, tornTail: bytes.length - start };
}

/**
 * Reads one line, without its line feed, as an entry.
 *
 * @param {Uint8Array} line
 * @returns {JsonObject}
 */
export function readEntry(line) {
  return checkEntry(readJson(decodeText(line)));
}

/**
 * Judges the number and the id of an entry of a log.
 *
 * @param {JsonObject} entry
 * @param {number} seq its place
 * @param {Set<unknown>} ids those before it, which grow by its own
 * @returns {JsonObject} the entry
 */
export function checkPlace(entry, seq, ids) {
  if (requireInteger(entry.get('seq') ?? null, true) !== BigInt(seq)) refuse('entry.seq.position');
  if (ids.has(entry.get('id'))) refuse('entry.id.unique');
  ids.add(entry.get('id'));
  return entry;
}

/**
 * Reads the first line, without its line feed. Implements file.header.* and file.legacy.bare.
 *
 * @param {Uint8Array} line
 * @returns {Header}
 */
export function readHeader(line) {
  const value = readJson(decodeText(line));
  const members = value instanceof Map ? value : new Map();
  if (!members.has('type') && typeof members.get('role') === 'string') refuse('file.legacy.bare');
  if (members.get('type') !== 'session') refuse('file.header.type');
  const version = members.get('version');
  if (version === undefined || requireInteger(version, false) !== 8n) refuse('file.header.version');
  const records = members.get('records');
  if (records === undefined) return { recordsDispatch: true };
  const named = Array.isArray(records) && records.every((name) => typeof name === 'string');
  if (!named) refuse('file.header.records');
  return { recordsDispatch: records.includes('dispatch') };
}

/**
 * Whether a line holds nothing but spaces, tabs and carriage returns.
 *
 * @param {Uint8Array} line without its line feed
 */
export function isBlank(line) {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
