import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeText, endOfLine, isWhiteSpace, requireText } from '../src/text.mjs';
import { refuses } from './refusals.mjs';

test('text.utf8: ill-formed bytes', () => {
  for (const bytes of [[0xe2, 0x82], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0x80], [0xf4, 0x90, 0x80, 0x80]]) {
    refuses(() => decodeText(Uint8Array.from(bytes)), 'text.utf8', 'malformed');
  }
  assert.equal(decodeText(Uint8Array.of(0xf0, 0x9f, 0x98, 0x80)), '\u{1f600}');
});

test('text.bom: only at the start, and only of bytes', () => {
  refuses(() => decodeText(Uint8Array.of(0xef, 0xbb, 0xbf)), 'text.bom', 'malformed');
  assert.equal(decodeText(Uint8Array.of(0x61, 0xef, 0xbb, 0xbf)), 'a\ufeff');
  assert.equal(requireText('\ufeffa'), '\ufeffa');
});

test('text.surrogate', () => {
  refuses(() => requireText('a\ud800'), 'text.surrogate', 'malformed');
  refuses(() => requireText('\udc00\ud800'), 'text.surrogate', 'malformed');
  assert.equal(requireText('\ud83d\ude00'), '\u{1f600}');
});

test('text.white-space: exactly 25 characters', () => {
  const listed = Array.from({ length: 0x10000 }, (_, unit) => unit).filter(isWhiteSpace);
  assert.equal(listed.length, 25);
  for (const unit of [0x1c, 0x1f, 0x180e, 0x200b, 0x2060, 0xfeff, Number.NaN]) assert.equal(isWhiteSpace(unit), false);
});

test('text.line-feed', () => {
  assert.equal(endOfLine('a\r\u2028b\nc', 0), 4);
  assert.equal(endOfLine('a\nc', 2), 3);
  assert.equal(endOfLine('a\n', 2), 2);
});
