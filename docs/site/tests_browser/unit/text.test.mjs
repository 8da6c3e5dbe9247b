import assert from 'node:assert/strict';
import test from 'node:test';
import { cases, load } from './site.mjs';

const { glyphs, byteGlyphs } = await load('playground/assets/glyphs.mjs');
const { escaped, needsEscapes, unescaped } = await load('playground/assets/escapes.mjs');
const { exhibits } = await load('playground/assets/gallery.mjs');
const { given } = await load('playground/assets/corpus.mjs');
const { utf8 } = await load('playground/assets/toolwire.mjs');

test('glyphs lose nothing and name what is not seen', () => {
  const text = ' a\tb\r\n\u202ec\u200b\ufeff\u00a0\u3000d  \n\ud83d é\u{1f680}';
  const found = glyphs(text);
  assert.equal(found.map((glyph) => glyph.text).join(''), text);
  assert.deepEqual(found.flatMap(({ name }) => name ?? []), ['·', 'TAB', 'CR', 'LF', 'U+202E', 'ZWSP', 'BOM', 'NBSP', 'U+3000', '··', 'LF', 'U+D83D']);
});

test('bytes that are no text are named by their digits', () => {
  const found = byteGlyphs(Uint8Array.of(0x61, 0xff, 0xc3, 0xa9, 0xe2, 0x82, 0x62));
  assert.deepEqual(found, [{ text: 'a', name: null }, { text: '', name: 'FF' }, { text: 'é', name: null }, { text: '', name: 'E2' }, { text: '', name: '82' }, { text: 'b', name: null }]);
});

test('what an editor spells is read back', async () => {
  const texts = [...exhibits.map(({ content }) => content), '\\', '\\\\x41', '\\xFF', '\\u{202E}', 'a\\\nb', '\u0085\u2028\ufeff', '\udfff'];
  for (const text of texts) assert.equal(unescaped(escaped(text)), text, JSON.stringify(text));
  for (const { input } of await cases('carrier-reader')) {
    const content = given(input.get('content'));
    if (content.length > 5000) continue;
    const back = unescaped(escaped(content));
    assert.deepEqual(typeof back === 'string' && typeof content !== 'string' ? utf8(back) : back, content);
  }
});

test('bytes are spelled and read back', () => {
  const bytes = Uint8Array.of(0x5c, 0x78, 0x61, 0xff, 0xc3, 0xa9, 0xf0, 0x9f, 0x0a, 0x0d);
  assert.equal(escaped(bytes), '\\\\xa\\xFFé\\xF0\\x9F\n\\r');
  assert.deepEqual(unescaped(escaped(bytes)), bytes);
  assert.ok(needsEscapes(bytes) && needsEscapes('\r') && !needsEscapes('a\n\tb'));
});
