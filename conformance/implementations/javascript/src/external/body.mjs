import { continues, textOf } from '../bytes.mjs';
import { refuse } from '../refusal.mjs';
import { sha256 } from '../sha256.mjs';
import { takeResult } from './payload.mjs';

/**
 * @typedef {import('../json.mjs').JsonValue} JsonValue
 * @typedef {import('../json.mjs').JsonObject} JsonObject
 * @typedef {'present' | 'missing' | 'mismatch' | 'expired'} State
 */

/** @type {Record<string, string>} */
const RULES = { missing: 'external.read.missing', mismatch: 'external.read.verified', expired: 'external.read.expired' };

/** @type {Record<string, string>} */
const TEXTS = {
  missing: 'the stored result is not there',
  mismatch: 'the stored result is not the one that was submitted',
  expired: 'the stored result is no longer kept',
};

/**
 * Makes the result for a body. Implements external.make.*.
 *
 * @param {Uint8Array} body
 * @param {{ callId: string, isError: boolean, disposition: string, locator: string }} facts
 * @param {import('./policy.mjs').Policy} policy
 * @returns {JsonObject}
 */
export function makeResult(body, { callId, isError, disposition, locator }, { threshold, previewLimit }) {
  const output = textOf(body) ?? refuse('external.make.body');
  /** @type {[string, JsonValue][]} */
  const facts = [['is_error', isError], ['disposition', disposition]];
  if (BigInt(body.length) < threshold) {
    const result = new Map(/** @type {[string, JsonValue][]} */ ([['output', output], ...facts]));
    return takeResult(new Map(/** @type {[string, JsonValue][]} */ ([['kind', 'inline'], ['call_id', callId], ['result', result]])));
  }
  return takeResult(
    new Map(/** @type {[string, JsonValue][]} */ ([
      ['kind', 'external'],
      ['call_id', callId],
      ['payload_ref', locator],
      ['digest', `sha256:${sha256(body)}`],
      ['original_size', String(body.length)],
      ['preview', previewOf(body, Number(previewLimit))],
      ...facts,
    ])),
  );
}

/**
 * @param {Uint8Array} body a text
 * @param {number} limit in bytes
 * @returns {string} its longest beginning of whole characters
 */
function previewOf(body, limit) {
  let end = Math.min(limit, body.length);
  while (continues(body[end])) end -= 1;
  return textOf(body.subarray(0, end)) ?? '';
}

/**
 * Judges a body by size and digest alone. Implements external.verify.*.
 *
 * @param {JsonObject} result external
 * @param {Uint8Array} body
 * @returns {boolean} whether the preview is a beginning of it
 */
export function verify(result, body) {
  if (!isBodyOf(result, body)) refuse('external.read.verified');
  const preview = new TextEncoder().encode(/** @type {string} */ (result.get('preview')));
  return preview.length <= body.length && preview.every((byte, at) => byte === body[at]);
}

/**
 * @param {JsonObject} result
 * @param {Uint8Array} body
 */
function isBodyOf(result, body) {
  return String(body.length) === result.get('original_size') && `sha256:${sha256(body)}` === result.get('digest');
}

/**
 * The state of a stored body (chapter External results, "Reading back").
 *
 * @param {JsonObject} result external
 * @param {Uint8Array | undefined} stored
 * @param {boolean} expired
 * @returns {State}
 */
export function stateOf(result, stored, expired) {
  if (expired) return 'expired';
  if (stored === undefined) return 'missing';
  return isBodyOf(result, stored) ? 'present' : 'mismatch';
}

/**
 * Reads a body back. Implements external.read.* and external.make.body.
 *
 * @param {JsonObject} result external
 * @param {Uint8Array | undefined} stored
 * @param {boolean} expired
 * @returns {string}
 */
export function readBody(result, stored, expired) {
  const state = stateOf(result, stored, expired);
  if (state !== 'present' || stored === undefined) refuse(RULES[state]);
  return textOf(stored) ?? refuse('external.make.body');
}

/**
 * What a model is told of a body in another state than `present`. Implements external.read.text.
 *
 * @param {string} state
 * @returns {string}
 */
export function stateText(state) {
  return `error: tool result: ${TEXTS[state]}`;
}
