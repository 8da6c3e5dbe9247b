import { utf8 } from '../bytes.mjs';
import { requireInteger } from '../number.mjs';
import { Refusal, refuse } from '../refusal.mjs';
import { factsOf, takeResult, writeResult } from './payload.mjs';

/**
 * @typedef {import('../json.mjs').JsonValue} JsonValue
 * @typedef {import('../json.mjs').JsonObject} JsonObject
 * @typedef {{ readonly threshold: bigint, readonly previewLimit: bigint }} Policy in bytes
 */

const MOST = 4294967295n;
const NOT_RUN = 'not run: an earlier tool call stopped the batch';

/**
 * Reads a policy. Implements external.policy.
 *
 * @param {JsonValue} value
 * @returns {Policy}
 */
export function readPolicy(value) {
  if (!(value instanceof Map)) refuse('external.policy');
  for (const name of value.keys()) if (!['inline_threshold', 'preview_limit'].includes(name)) refuse('external.policy');
  const threshold = number(value.get('inline_threshold'), 51200n);
  const previewLimit = number(value.get('preview_limit'), 2048n);
  if (previewLimit < 1n || previewLimit > threshold || threshold > MOST) refuse('external.policy');
  return { threshold, previewLimit };
}

/**
 * @param {JsonValue | undefined} value
 * @param {bigint} otherwise when it is absent
 */
function number(value, otherwise) {
  if (value === undefined) return otherwise;
  try {
    return requireInteger(value, false);
  } catch (error) {
    throw error instanceof Refusal ? new Refusal('external.policy') : error;
  }
}

/**
 * Admits a batch, all of it or nothing. Implements external.admit.* and external.fatal.
 *
 * @param {Policy} policy
 * @param {string[]} dispatched ids of calls, in the order of their dispatch
 * @param {JsonValue[]} values the results
 * @returns {{ accepted: number, missing: string[], added: JsonObject[] }}
 */
export function admit(policy, dispatched, values) {
  const calls = new Set(dispatched);
  const answered = new Set();
  let stopped = false;
  for (const value of values) {
    const result = takeResult(value);
    const call = result.get('call_id');
    if (!calls.has(/** @type {string} */ (call))) refuse('external.admit.known');
    if (answered.has(call)) refuse('external.admit.once');
    checkSize(policy, result);
    answered.add(call);
    stopped ||= factsOf(result).get('disposition') === 'fatal';
  }
  const missing = [...calls].filter((call) => !answered.has(call));
  return { accepted: values.length, missing, added: stopped ? missing.map(notRun) : [] };
}

/**
 * @param {Policy} policy
 * @param {JsonObject} result
 */
function checkSize({ threshold, previewLimit }, result) {
  if (result.get('kind') === 'inline') {
    const { output, durable_content: content } = Object.fromEntries(factsOf(result));
    const size = Math.max(utf8(output).length, content === undefined ? 0 : utf8(writeResult(content)).length);
    if (BigInt(size) >= threshold) refuse('external.admit.inline');
    return;
  }
  if (BigInt(/** @type {string} */ (result.get('original_size'))) < threshold) refuse('external.admit.external');
  const preview = utf8(/** @type {string} */ (result.get('preview'))).length;
  if (BigInt(preview) > previewLimit) refuse('external.admit.preview');
}

/** @param {string} call */
function notRun(call) {
  /** @type {[string, JsonValue][]} */
  const facts = [['output', NOT_RUN], ['is_error', true], ['disposition', 'recoverable']];
  return new Map(/** @type {[string, JsonValue][]} */ ([['kind', 'inline'], ['call_id', call], ['result', new Map(facts)]]));
}
