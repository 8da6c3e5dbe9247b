/** @typedef {import('./attachment.mjs').Attachment} Attachment */

/**
 * @typedef {'no-header' | 'bad-header' | 'short' | 'bad-marker'} PromptReason
 * @typedef {'not-json' | 'not-envelope' | 'no-attachments' | 'attachments-not-array'} NativeReason
 */

/**
 * All that a reader finds in a carrier. It is declared when there is no reason for it to be legacy.
 *
 * @typedef {object} Reading
 * @property {'native' | 'prompt'} kind
 * @property {PromptReason | NativeReason | null} reason why the carrier is legacy; null for a declared one
 * @property {Attachment[]} attachments
 * @property {string} text
 * @property {number} skipped how many items of a declared native carrier are no attachments
 */

/** @typedef {{ kind: 'native' | 'prompt', declared: boolean, attachments: Attachment[], text: string }} Parts */
/** @typedef {{ declared: boolean, reason: Reading['reason'], skipped: number }} Diagnosis */

/**
 * The reading of a carrier that is not declared. Implements carrier.legacy.empty.
 *
 * @param {'native' | 'prompt'} kind
 * @param {PromptReason | NativeReason} reason
 * @param {string} text
 * @returns {Reading}
 */
export function legacy(kind, reason, text) {
  return { kind, reason, attachments: [], text, skipped: 0 };
}

/**
 * The result of classification.
 *
 * @param {Reading} reading
 * @returns {Parts}
 */
export function partsOf({ kind, reason, attachments, text }) {
  return { kind, declared: reason === null, attachments, text };
}

/**
 * The result of diagnosis. Implements carrier.legacy.reason and carrier.native.skipped.
 *
 * @param {Reading} reading
 * @returns {Diagnosis}
 */
export function diagnosisOf({ reason, skipped }) {
  return { declared: reason === null, reason, skipped };
}
