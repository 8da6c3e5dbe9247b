/**
 * A stretch of text that shows as it is, or one that would not be seen, or would act on what is around it, under a name.
 *
 * @typedef {{ text: string, name: string | null }} Glyph
 */

/** @type {Record<string, string>} */
const NAMES = {
  '\t': 'TAB',
  '\n': 'LF',
  '\r': 'CR',
  '\0': 'NUL',
  '\u001b': 'ESC',
  '\u00a0': 'NBSP',
  '\u200b': 'ZWSP',
  '\u200d': 'ZWJ',
  '\ufeff': 'BOM',
};

// Controls, formats, separators, private use, surrogates and unassigned characters; spaces at the ends of lines; invisible letters.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5\ufe00-\ufe0f]|(?! )\p{Zs}|^ +| +$/gmu;

/**
 * Takes a text apart so that everything in it can be seen.
 *
 * @param {string} text
 * @returns {Glyph[]}
 */
export function glyphs(text) {
  /** @type {Glyph[]} */
  const found = [];
  let at = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (match.index > at) found.push({ text: text.slice(at, match.index), name: null });
    at = match.index + match[0].length;
    if (match[0][0] === ' ') found.push({ text: match[0], name: '·'.repeat(match[0].length) });
    else found.push({ text: match[0], name: nameOf(match[0]) });
  }
  if (at < text.length) found.push({ text: text.slice(at), name: null });
  return found;
}

/**
 * Decodes bytes as far as they are text; a byte that belongs to none is given by its two digits.
 *
 * @param {Uint8Array} bytes
 * @returns {Glyph[]}
 */
export function byteGlyphs(bytes) {
  /** @type {Glyph[]} */
  const found = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let start = 0;
  const flush = (/** @type {number} */ end) => {
    if (end > start) found.push(...glyphs(decoder.decode(bytes.subarray(start, end))));
  };
  for (let at = 0; at < bytes.length; ) {
    const length = sequence(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    flush(at);
    found.push({ text: '', name: bytes[at].toString(16).toUpperCase().padStart(2, '0') });
    at += 1;
    start = at;
  }
  flush(bytes.length);
  return found;
}

/**
 * @param {string} character
 * @returns {string} its short name, or its number
 */
function nameOf(character) {
  const point = /** @type {number} */ (character.codePointAt(0));
  return NAMES[character] ?? `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {number} how many bytes the UTF-8 sequence has that begins here; 0 if none does
 */
function sequence(bytes, at) {
  const first = bytes[at];
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length === 0 || at + length > bytes.length) return 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (bytes[at + 1] < least || bytes[at + 1] > most) return 0;
  for (let next = at + 2; next < at + length; next += 1) if ((bytes[next] & 0xc0) !== 0x80) return 0;
  return length;
}
