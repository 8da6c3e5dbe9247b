import assert from 'node:assert/strict';
import test from 'node:test';
import { cases, load } from './site.mjs';

const { carrierSpans, lookAlikes } = await load('playground/assets/spans.mjs');
const { classify, Refusal } = await load('playground/assets/toolwire.mjs');
const parts = (role, content) => carrierSpans(role, content).map(({ part, start, end }) => [part, content.slice(start, end)]);

test('a declared prompt carrier is taken apart line by line', () => {
  assert.deepEqual(parts('user', '[Tool results]\n[Tool attachments: 1]\n[IMAGE:/a]\nbody\n[IMAGE:/b]'), [
    ['token', '[Tool results]\n'],
    ['header', '[Tool attachments: 1]\n'],
    ['marker', '[IMAGE:/a]\n'],
    ['body', 'body\n[IMAGE:/b]'],
  ]);
});

test('the line by which a carrier is legacy is named', () => {
  const fault = (content) => parts('user', content).find(([part]) => part === 'fault')?.[1];
  assert.equal(fault('[Tool results] \nbody'), '[Tool results] \n');
  assert.equal(fault('[Tool results]\nbody'), 'body');
  assert.equal(fault('[Tool results]\n[Tool attachments:1]\nbody'), '[Tool attachments:1]\n');
  assert.equal(fault('[Tool results]\n[Tool attachments: 2]\n[IMAGE:/a]\n[BAD:/b]\nbody'), '[BAD:/b]\n');
  assert.equal(fault('[Tool results]\n[Tool attachments: 2]\n[IMAGE:/a]'), '');
});

test('an envelope is taken apart by its members', () => {
  const found = parts('tool', '{"content":"text","x":1,"attachments":[],"tool_call_id":null}').filter(([part]) => part !== 'frame');
  assert.deepEqual(found, [['body', '"text"'], ['marker', '[]'], ['id', 'null']]);
});

test('where a tool message stops being JSON is shown', () => {
  assert.deepEqual(parts('tool', '{"a":1,"a":2}'), [['body', '{"a":1,'], ['fault', '"'], ['body', 'a":2}']]);
  assert.deepEqual(parts('tool', '{"a":'), [['body', '{"a":'], ['fault', '']]);
  assert.deepEqual(parts('tool', 'plain'), [['body', 'plain']]);
});

test('look-alikes are found and nothing else', () => {
  const text = 'a\n[IMAGE:/x]\n [IMAGE:/y]\n[Tool results]\n[Tool attachments: 3]\n[PHOTO:/z]';
  assert.deepEqual(lookAlikes(text).map(({ start, end }) => text.slice(start, end)), ['[IMAGE:/x]', '[Tool results]', '[Tool attachments: 3]']);
});

test('the spans of every content of the corpus cover it in order', async () => {
  let seen = 0;
  for (const { op, input } of await cases('carrier')) {
    const [role, content] = [input.get('role') ?? (op.includes('native') ? 'tool' : 'user'), input.get('content')];
    if (typeof content !== 'string') continue;
    try {
      classify(role, content);
    } catch (error) {
      assert.ok(error instanceof Refusal);
      continue;
    }
    let at = 0;
    for (const { start, end } of carrierSpans(role, content)) {
      assert.equal(start, at);
      at = end;
    }
    assert.equal(at, content.length);
    seen += 1;
  }
  assert.ok(seen > 400);
});
