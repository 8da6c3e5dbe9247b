import { refuse } from './refusal.mjs';

/** @typedef {import('./json.mjs').JsonValue} JsonValue */

/**
 * A number as it is spelled: no JavaScript type holds every one exactly.
 *
 * @typedef {{ readonly spelling: string }} JsonNumber
 */

/** How many decimal digits make one limb; the sum of two limbs is an exact JavaScript number. */
const LIMB = 15;

/**
 * Tells numbers from the other JSON values.
 *
 * @param {JsonValue} value
 * @returns {value is JsonNumber}
 */
export function isNumber(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map);
}

/**
 * Takes a JSON value as a 64-bit integer. Implements json.integer.spelling and json.integer.range.
 *
 * @param {JsonValue} value
 * @param {boolean} signed whether negative values are allowed
 * @returns {bigint}
 */
export function requireInteger(value, signed) {
  const spelled = signed ? /^(?:0|-?[1-9]\d*)$/ : /^\d+$/;
  if (!isNumber(value) || !spelled.test(value.spelling)) refuse('json.integer.spelling');
  const integer = BigInt(value.spelling);
  const kept = signed ? BigInt.asIntN(64, integer) : BigInt.asUintN(64, integer);
  return kept === integer ? integer : refuse('json.integer.range');
}

/**
 * Compares two numbers by exact decimal value, in time linear in their length. Implements json.equality for numbers.
 *
 * @param {string} left the spelling of a JSON number
 * @param {string} right the spelling of another
 * @returns {boolean}
 */
export function equalNumbers(left, right) {
  return left === right || normal(left) === normal(right);
}

/**
 * @param {string} spelling
 * @returns {string} the one spelling of its value: digits without zeros at either end, and an exponent
 */
function normal(spelling) {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(spelling);
  if (parts === null) throw new TypeError('not a number');
  const [, sign, whole, fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  const start = leadingZeros(digits);
  if (start === digits.length) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return `${sign}${digits.slice(start, end)}e${plus(exponent, digits.length - end - fraction.length)}`;
}

/**
 * Adds to a decimal integer of any length.
 *
 * @param {string} integer digits, perhaps with a sign and leading zeros
 * @param {number} summand below 10^15 in magnitude
 * @returns {string} the sum, spelled without `+` and without leading zeros
 */
function plus(integer, summand) {
  const sign = integer[0] === '-' ? '-' : '';
  const unsigned = integer.replace(/^[+-]/, '');
  const digits = unsigned.slice(leadingZeros(unsigned));
  if (digits.length <= LIMB) return String(Number(`${sign}0${digits}`) + summand);
  const limbs = [];
  let carry = sign === '-' ? -summand : summand;
  for (let end = digits.length; end > 0; end -= LIMB) {
    const sum = Number(digits.slice(Math.max(0, end - LIMB), end)) + carry;
    carry = Math.floor(sum / 10 ** LIMB);
    limbs.push(String(sum - carry * 10 ** LIMB).padStart(LIMB, '0'));
  }
  const total = carry + limbs.reverse().join('');
  return sign + total.slice(leadingZeros(total));
}

/**
 * @param {string} digits
 * @returns {number} how many zeros stand at its start
 */
function leadingZeros(digits) {
  let count = 0;
  while (digits[count] === '0') count += 1;
  return count;
}
