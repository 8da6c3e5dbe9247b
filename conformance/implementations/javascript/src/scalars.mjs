/** A capture id as a retention marker prints it (argument.canonical). */
export const CAPTURE_ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** A decimal without leading zeros (grammars/canonical_decimal.lark). */
export const DECIMAL = '(?:0|[1-9][0-9]{0,19})';

const WHOLE_ID = new RegExp(`^${CAPTURE_ID}$`);
const WHOLE_DECIMAL = new RegExp(`^${DECIMAL}$`);
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/**
 * @param {unknown} value
 * @returns {value is string}
 */
export function isCaptureId(value) {
  return typeof value === 'string' && WHOLE_ID.test(value);
}

/**
 * @param {unknown} value
 * @returns {value is string} whether it is a digest as external.digest asks
 */
export function isDigest(value) {
  return typeof value === 'string' && DIGEST.test(value);
}

/**
 * @param {unknown} value
 * @returns {value is string} whether it spells an unsigned 64-bit integer
 */
export function isDecimal(value) {
  return typeof value === 'string' && WHOLE_DECIMAL.test(value) && fits(BigInt(value));
}

/**
 * @param {bigint} number
 * @returns {boolean} whether it is an unsigned 64-bit integer
 */
export function fits(number) {
  return BigInt.asUintN(64, number) === number;
}
