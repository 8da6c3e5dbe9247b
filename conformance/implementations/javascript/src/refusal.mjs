/** @typedef {'malformed' | 'limit' | 'unsupported' | 'invalid'} Phase */

/** The judgement that an input breaks a named requirement. Every other exception is a fault of the caller or of this code. */
export class Refusal extends Error {
  /** @param {string} rule the name of the broken requirement */
  constructor(rule) {
    super(rule);
    this.name = 'Refusal';
    /** @readonly */
    this.rule = rule;
    /** @readonly */
    this.phase = phaseOf(rule);
  }
}

/**
 * Ends reading or writing with a refusal.
 *
 * @param {string} rule the name of the broken requirement
 * @returns {never}
 */
export function refuse(rule) {
  throw new Refusal(rule);
}

/**
 * The phase that the chapters give to each rule (text-and-json.md, "JSON profile"; carriers.md, "Writing"; transcript-file.md,
 * "Two verdicts").
 *
 * @param {string} rule
 * @returns {Phase}
 */
function phaseOf(rule) {
  if (rule === 'json.depth' || rule === 'file.line.limit') return 'limit';
  if (rule === 'file.header.version' || rule === 'file.legacy.bare') return 'unsupported';
  return /^(?:text\.|json\.(?:syntax|white-space|single-text|string\.))/.test(rule) ? 'malformed' : 'invalid';
}
