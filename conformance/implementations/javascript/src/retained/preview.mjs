import { continues, textOf, utf8 } from '../bytes.mjs';
import { refuse } from '../refusal.mjs';

const REPLACEMENT = utf8('\ufffd');

/**
 * The text that is shown of an output, as bytes, and where runs of ill-formed bytes were replaced in it.
 *
 * @typedef {object} Repaired
 * @property {Uint8Array} bytes
 * @property {number[]} ends where each replacement ends in `bytes`
 * @property {number[]} surplus how many bytes more the output has up to there
 */

/**
 * Judges a budget in bytes. Implements preview.budget.
 *
 * @param {number} budget 0 or less: none
 */
export function checkBudget(budget) {
  if (budget > 0 && budget < 256) refuse('preview.budget');
}

/**
 * What a model is shown of an output. Implements preview.*.
 *
 * @param {Uint8Array} output
 * @param {number} budget in bytes; 0 or less: none
 * @param {string} [marker] the retention marker, if there is one
 * @returns {string}
 */
export function shapePreview(output, budget, marker = '') {
  checkBudget(budget);
  const repaired = repair(output);
  if (budget <= 0) return decode(repaired.bytes) + marker;
  const room = budget - utf8(marker).length;
  return (room > 0 ? shape(repaired, output.length, room) : '') + marker;
}

/**
 * @param {Repaired} repaired
 * @param {number} total bytes of the output
 * @param {number} budget
 * @returns {string}
 */
function shape(repaired, total, budget) {
  const { bytes } = repaired;
  if (bytes.length <= budget) return decode(bytes);
  let omitted = total;
  for (;;) {
    const marker = `\n[tool output truncated: omitted ${omitted} of ${total} bytes]\n`;
    const room = budget - marker.length;
    if (room <= 0) return decode(bytes.subarray(0, floor(bytes, budget)));
    const half = Math.floor(room / 2);
    const head = floor(bytes, half);
    const tail = ceiling(bytes, bytes.length - (room - half));
    const still = shown(repaired, tail) - shown(repaired, head);
    if (still === omitted) return decode(bytes.subarray(0, head)) + marker + decode(bytes.subarray(tail));
    omitted = still;
  }
}

/**
 * @param {Uint8Array} output
 * @returns {Repaired}
 */
function repair(output) {
  if (textOf(output) !== null) return { bytes: output, ends: [], surplus: [] };
  const bytes = new Uint8Array(output.length * REPLACEMENT.length);
  const ends = [];
  const surplus = [];
  let size = 0;
  let run = 0;
  let extra = 0;
  for (let at = 0; at < output.length; ) {
    const length = sequenceLength(output, at);
    if (length === 0) {
      run += 1;
      at += 1;
      if (at < output.length) continue;
    }
    if (run > 0) {
      bytes.set(REPLACEMENT, size);
      size += REPLACEMENT.length;
      extra += run - REPLACEMENT.length;
      ends.push(size);
      surplus.push(extra);
      run = 0;
    }
    for (const end = at + length; at < end; at += 1) {
      bytes[size] = output[at];
      size += 1;
    }
  }
  return { bytes: bytes.subarray(0, size), ends, surplus };
}

/**
 * How many bytes the well-formed UTF-8 sequence has that begins at an offset; 0 when none does (preview.repair).
 *
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {number}
 */
export function sequenceLength(bytes, at) {
  const first = bytes[at];
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1];
  if (!(second >= least && second <= most)) return 0;
  for (let next = at + 2; next < at + length; next += 1) if (!continues(bytes[next])) return 0;
  return length;
}

/**
 * @param {Repaired} repaired
 * @param {number} position where a character of it begins
 * @returns {number} how many bytes of the output stand before that
 */
function shown({ ends, surplus }, position) {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] <= position) low = middle + 1;
    else high = middle;
  }
  return position + (low > 0 ? surplus[low - 1] : 0);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} position
 * @returns {number} the last beginning of a character at a position or before it
 */
function floor(bytes, position) {
  let at = position;
  while (continues(bytes[at])) at -= 1;
  return at;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} position
 * @returns {number} the first one at a position or behind it
 */
function ceiling(bytes, position) {
  let at = position;
  while (continues(bytes[at])) at += 1;
  return at;
}

/** @param {Uint8Array} bytes well-formed */
function decode(bytes) {
  return textOf(bytes) ?? '';
}
