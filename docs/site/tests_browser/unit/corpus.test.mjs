import assert from 'node:assert/strict';
import test from 'node:test';
import { cases, load } from './site.mjs';

const { ask, expanded } = await load('playground/assets/corpus.mjs');

test('short forms are expanded at any depth', () => {
  const repeat = (text, times) => new Map([['repeat', [text, { spelling: String(times) }]]]);
  assert.equal(expanded(new Map([['concat', ['a', repeat('bc', 2), 'd']]])), 'abcbcd');
  assert.deepEqual(expanded([new Map([['x', repeat('y', 3)]])]), [new Map([['x', 'yyy']])]);
});

test('the implementation in the page answers every case of the corpus as expected', async () => {
  const wrong = (await cases()).filter((asked) => !ask(asked).agrees).map(({ id }) => id);
  assert.deepEqual(wrong, []);
});
