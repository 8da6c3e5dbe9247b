import assert from 'node:assert/strict';
import test from 'node:test';
import { cases, load } from './site.mjs';

const { judged, locate } = await load('playground/assets/place.mjs');
const { given } = await load('playground/assets/corpus.mjs');
const { checkEntry, takeResult } = await load('playground/assets/toolwire.mjs');

test('the place of a fault in JSON', () => {
  assert.equal(locate('{"a":1}').fault, null);
  assert.equal(locate('{"a":01}').fault, 5);
  assert.equal(locate('{"a":1,"a":2}').fault, 7);
  assert.equal(locate('[1,2,]').fault, 5);
  assert.equal(locate('{"a":1} x').fault, 8);
  assert.deepEqual(locate('[{"a/b":[true]}]').spans.get('/0/a~1b/0'), { start: 9, end: 13 });
});

test('the place of a fault in a result', () => {
  const at = (text) => {
    const { rule, pointer, missing } = judged(text, takeResult);
    return [rule, pointer, missing];
  };
  const facts = '"output":"","disposition":"fatal"';
  assert.deepEqual(at(`{"kind":"inline","call_id":"a","result":{${facts},"x":1}}`), ['external.member', '/result/x', null]);
  assert.deepEqual(at('{"kind":"inline","call_id":"a","result":{"output":""}}'), ['external.disposition', '/result', 'disposition']);
  assert.deepEqual(at(`{"kind":"inline","call_id":7,"result":{${facts}}}`), ['external.id', '/call_id', null]);
  assert.deepEqual(at(`{"kind":"other","call_id":"a","result":{${facts}}}`), ['external.kind', '/kind', null]);
});

test('judging with a place gives the verdict that the corpus expects', async () => {
  const asked = [...(await cases('external')), ...(await cases('text-json')), ...(await cases('transcript-reader'))];
  let refused = 0;
  for (const { id, op, input, expect } of asked) {
    const judge = { 'external.decode': takeResult, 'json.read': () => {}, 'transcript.decode_entry': checkEntry }[op];
    const document = given(input.get('document') ?? input.get('line'));
    if (!judge || typeof document !== 'string' || document.length > 100_000) continue;
    const refusal = expect.get('refused');
    const rules = [refusal?.get('rule') ?? null].flat();
    if (rules.some((rule) => rule?.startsWith('text.'))) continue;
    const found = judged(document.replace(/\n$/, ''), judge);
    assert.ok(rules.includes(found?.rule ?? null), `${id}: ${found?.rule}`);
    refused += found ? 1 : 0;
  }
  assert.ok(refused > 500, String(refused));
});
