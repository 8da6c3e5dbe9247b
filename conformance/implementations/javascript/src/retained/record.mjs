import { readJson } from '../json.mjs';
import { requireInteger } from '../number.mjs';
import { refuse } from '../refusal.mjs';
import { isCaptureId, isDigest } from '../scalars.mjs';

/** @typedef {import('../json.mjs').JsonValue} JsonValue */

/**
 * What is known of a capture.
 *
 * @typedef {object} CaptureRecord
 * @property {string} captureId
 * @property {bigint} capturedBytes
 * @property {bigint} originalBytes
 * @property {boolean} originalExact
 * @property {string | null} truncationReason
 * @property {string} encoding `utf-8` or `binary`
 * @property {string | null} digest null when nothing was retained
 */

/** Why bytes are missing, with the words of a marker (marker.form). */
export const CAUSES = new Map([
  ['capture_ceiling', 'exceeded the capture ceiling'],
  ['source_limit', 'were not supplied by the tool'],
]);

/** @type {Record<string, (value: JsonValue) => unknown>} */
const MEMBERS = {
  capture_id: (value) => isCaptureId(value) || refuse('capture.record.shape'),
  captured_bytes: (value) => requireInteger(value, false),
  original_bytes: (value) => requireInteger(value, false),
  original_exact: (value) => typeof value === 'boolean' || refuse('capture.record.shape'),
  truncation_reason: (value) => value === null || CAUSES.has(/** @type {string} */ (value)) || refuse('capture.record.shape'),
  encoding: (value) => isEncoding(value) || refuse('capture.record.shape'),
  digest: (value) => value === null || isDigest(value) || refuse('capture.record.shape'),
};

/**
 * @param {unknown} value
 * @returns {boolean}
 */
export function isEncoding(value) {
  return value === 'utf-8' || value === 'binary';
}

/**
 * Reads a record. Implements capture.record.*.
 *
 * @param {string} text
 * @returns {CaptureRecord}
 */
export function readRecord(text) {
  const value = readJson(text);
  const names = Object.keys(MEMBERS);
  if (!(value instanceof Map) || value.size !== names.length) refuse('capture.record.shape');
  for (const name of names) MEMBERS[name](value.get(name) ?? (value.has(name) ? null : refuse('capture.record.shape')));
  const given = Object.fromEntries(value);
  const record = {
    captureId: given.capture_id,
    capturedBytes: requireInteger(given.captured_bytes, false),
    originalBytes: requireInteger(given.original_bytes, false),
    originalExact: given.original_exact,
    truncationReason: given.truncation_reason,
    encoding: given.encoding,
    digest: given.digest,
  };
  checkNumbers(record);
  if (record.truncationReason !== null && record.digest === null) refuse('capture.record.retained');
  return record;
}

/**
 * Judges numbers of bytes beside each other. Implements capture.record.exact and capture.record.bound.
 *
 * @param {Pick<CaptureRecord, 'capturedBytes' | 'originalBytes' | 'originalExact' | 'truncationReason'>} record
 */
export function checkNumbers({ capturedBytes, originalBytes, originalExact, truncationReason }) {
  const truncated = truncationReason !== null;
  if (originalExact) {
    if (originalBytes < capturedBytes || originalBytes > capturedBytes !== truncated) refuse('capture.record.exact');
  } else if (!truncated || originalBytes <= capturedBytes) refuse('capture.record.bound');
}
