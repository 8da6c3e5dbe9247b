const CHUNK = 1 << 15;
const WHOLE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const ENCODER = new TextEncoder();
// Without ignoreBOM the decoders would drop a byte order mark.
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param {string} text without lone surrogates
 * @returns {Uint8Array} its UTF-8
 */
export function utf8(text) {
  return ENCODER.encode(text);
}

/**
 * @param {Uint8Array} bytes
 * @returns {string | null} the text that they encode, a byte order mark included; null for ill-formed UTF-8
 */
export function textOf(bytes) {
  try {
    return STRICT.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * @param {number} byte
 * @returns {boolean} whether it is no first byte of a character
 */
export function continues(byte) {
  return (byte & 0xc0) === 0x80;
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} their base64: RFC 4648, section 4, padded
 */
export function toBase64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join(''));
}

/**
 * @param {string} text
 * @returns {boolean} whether it is base64 with padding and without line breaks
 */
export function isBase64(text) {
  return WHOLE.test(text);
}

/**
 * @param {string} text
 * @returns {Uint8Array | null} what it encodes; null when it is no base64
 */
export function fromBase64(text) {
  return isBase64(text) ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : null;
}
