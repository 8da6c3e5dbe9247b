import assert from 'node:assert/strict';
import test from 'node:test';
import { equalJson, readDocument, readJson, writeJson } from '../src/json.mjs';
import { requireInteger } from '../src/number.mjs';
import { refuses } from './refusals.mjs';

/** @type {[rule: string, phase: string, documents: string[]][]} */
const REFUSED = [
  ['json.syntax', 'malformed', ['', ' ', '[1,]', '{"a":1,}', '{,}', '{"a"}', '{1:2}', '[1 2]', '[', '{"a":', '"a', '"\\x41"', '"\\u12"', '"\\',
    "'a'", 'NaN', '-Infinity', '01', '+1', '.5', '1.', '1e', '-', '1-2', '[1}', '/**/1', 'tru', '\ufeff1', '\u200b1']],
  ['json.white-space', 'malformed', ['\u00a01', '[\u2028]', '[1\u000b,2]', '{"a"\u0085:1}', '{\f"a":1}', '{"a":\u30001}']],
  ['json.single-text', 'malformed', ['1 2', '{} x', '1\u00a0', '[],', 'nullx', '""""']],
  ['json.string.control', 'malformed', ['"a\nb"', '"\u0000"', '{"\u001f":1}']],
  ['json.string.surrogate', 'malformed', ['"\\ud800"', '"\\udc00"', '"\\udc00\\ud800"', '"\\ud800\\u0041"', '"\\ud800\\ud800\\udc00"', '{"\\uDFFF":1}']],
  ['json.duplicate-name', 'invalid', ['{"a":1,"a":1}', '[{"b":{"a":1,"\\u0061":2}}]', '{"__proto__":1,"__proto__":2}']],
  ['json.depth', 'limit', ['['.repeat(128), '['.repeat(100_000), `${'{"a":'.repeat(127)}[`]],
  ['json.number.finite', 'invalid', ['1e309', '-1e400', '[1.797693134862315808e308]', '9'.repeat(400)]],
  ['text.surrogate', 'malformed', ['"\ud800"', '\udc00']],
];

for (const [rule, phase, documents] of REFUSED) {
  test(`${rule} is refused`, () => {
    for (const document of documents) refuses(() => readJson(document), rule, phase);
  });
}

test('accepted documents are read exactly', () => {
  for (const document of ['null', 'true', 'false', '""', '-0', '1.50e+007', '9007199254740993', '1e-400', '1.797693134862315807e308',
    '[]', '{}', '[[],{},[1,"2",null]]', '{"__proto__":1,"b":2,"1":3,"a":{"b":[]}}', '"\\u0000\\"\\\\\u007f\u0085\u2028"']) {
    assert.equal(writeJson(readJson(document)), document);
    assert.equal(writeJson(readJson(` \t\r\n${document}\n`)), document);
  }
  assert.equal(readJson('"\\u0041\\/\\ud83D\\uDe00\\b"'), 'A/\u{1f600}\b');
  assert.equal(writeJson(readJson('[\n1 ,\t2 ]')), '[1,2]');
});

test('json.depth: 127 may be open at once, and again after closing', () => {
  const deep = '['.repeat(126) + ']'.repeat(126);
  assert.equal(writeJson(readJson(`[${deep},${deep}]`)), `[${deep},${deep}]`);
});

test('spans are those of the root object alone', () => {
  const text = '{"a": {"b":1} ,"b":"x"}';
  const spans = Array.from(readDocument(text).spans, ([name, { start, end }]) => [name, text.slice(start, end)]);
  assert.deepEqual(spans, [['a', '{"b":1}'], ['b', '"x"']]);
  assert.equal(readDocument('[{"a":1}]').spans.size, 0);
});

test('json.integer.spelling', () => {
  for (const document of ['1.0', '1e0', '-0', '"1"', 'null', '[]', '{}']) {
    for (const signed of [true, false]) refuses(() => requireInteger(readJson(document), signed), 'json.integer.spelling');
  }
  refuses(() => requireInteger(readJson('-1'), false), 'json.integer.spelling');
});

test('json.integer.range', () => {
  assert.equal(requireInteger(readJson('18446744073709551615'), false), 2n ** 64n - 1n);
  assert.equal(requireInteger(readJson('-9223372036854775808'), true), -(2n ** 63n));
  assert.equal(requireInteger(readJson('0'), true), 0n);
  refuses(() => requireInteger(readJson('18446744073709551616'), false), 'json.integer.range');
  refuses(() => requireInteger(readJson('9223372036854775808'), true), 'json.integer.range');
  refuses(() => requireInteger(readJson('-9223372036854775809'), true), 'json.integer.range');
});

test('json.equality', () => {
  const equal = [['1', '1.0'], ['1', '1e0'], ['100', '1E+2'], ['0.1', '10e-2'], ['0', '-0.00e5'], ['"\\u0061"', '"a"'],
    ['{"a":1,"b":2}', '{"b":2.0,"a":1}'], ['[1,[2]]', '[1,[2e0]]'], ['1e-100000000000000000000', '10e-100000000000000000001'],
    ['0.1e-999999999999999', '1e-1000000000000000'], ['1e-0', '1e0'], ['0.01e-9999999999999999', '1e-10000000000000001']];
  const different = [['9007199254740993', '9007199254740992'], ['1', '-1'], ['1', '"1"'], ['0', 'false'], ['null', 'false'], ['[1,2]', '[2,1]'],
    ['{"a":1}', '{"a":1,"b":1}'], ['{"a":1}', '{"A":1}'], ['[]', '{}'], ['{}', '0'], ['1e-400', '0'], ['0.1', '0.1000000000000000055511151231257827']];
  for (const [left, right] of equal) assert.equal(equalJson(readJson(left), readJson(right)), true, `${left} ${right}`);
  for (const [left, right] of different) {
    assert.equal(equalJson(readJson(left), readJson(right)), false, `${left} ${right}`);
    assert.equal(equalJson(readJson(right), readJson(left)), false, `${right} ${left}`);
  }
});
