/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));

/** The same of the square roots of the first 8 primes. */
const START = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const BLOCK = 64;

/**
 * The SHA-256 of bytes. Node and browsers have it as well, but browsers only behind a promise.
 *
 * @param {Uint8Array} bytes
 * @returns {string} 64 lower-case hexadecimal digits
 */
export function sha256(bytes) {
  const state = START.slice();
  const words = new Int32Array(64);
  const whole = bytes.length - (bytes.length % BLOCK);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += BLOCK) mix(state, words, view, at);
  const rest = new Uint8Array(bytes.length - whole < BLOCK - 8 ? BLOCK : 2 * BLOCK);
  rest.set(bytes.subarray(whole));
  rest[bytes.length - whole] = 0x80;
  const end = new DataView(rest.buffer);
  end.setBigUint64(rest.length - 8, BigInt(bytes.length) * 8n);
  for (let at = 0; at < rest.length; at += BLOCK) mix(state, words, end, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/**
 * @param {Uint32Array} state is changed
 * @param {Int32Array} words room for 64 of them
 * @param {DataView} view
 * @param {number} at where the block begins
 */
function mix(state, words, view, at) {
  for (let index = 0; index < 16; index += 1) words[index] = view.getInt32(at + 4 * index);
  for (let index = 16; index < 64; index += 1) {
    const early = words[index - 15];
    const late = words[index - 2];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[index] = words[index - 16] + first + words[index - 7] + second;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let index = 0; index < 64; index += 1) {
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[index] + words[index]) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] += word;
}

/**
 * @param {number} word
 * @param {number} bits
 */
function turn(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/** @param {number} root */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/**
 * @param {number} count
 * @returns {number[]} the first so many primes
 */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}
