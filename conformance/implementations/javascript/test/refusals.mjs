import assert from 'node:assert/strict';

/**
 * Asserts that a call ends in the refusal of a rule.
 *
 * @param {() => unknown} call
 * @param {string} rule
 * @param {string} [phase]
 */
export function refuses(call, rule, phase = 'invalid') {
  assert.throws(call, { name: 'Refusal', rule, phase });
}
