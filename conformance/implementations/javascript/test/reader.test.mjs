import assert from 'node:assert/strict';
import test from 'node:test';
import { classify, diagnose, imageRefs, isCarrier, nativeAttachments, parseMarkerLine, parseNative, parsePrompt, readJson } from '../src/index.mjs';
import { refuses } from './refusals.mjs';

const SHOT = { kind: 'image', target: '/tmp/shot.png' };
const ITEM = '{"kind":"image","target":"/tmp/shot.png"}';
/** @param {string} content */
const promptReason = (content) => diagnose('user', content)?.reason;
/** @param {string} content */
const nativeReason = (content) => diagnose('tool', content)?.reason;

test('carrier.role.*: which messages are carriers', () => {
  for (const [role, content, expected] of /** @type {[string, string, boolean][]} */ ([
    ['tool', 'anything', true], ['tool', '', true], ['Tool', '', false], ['user', 'hello', false], ['assistant', '[Tool results]', false],
    ['user', '[Tool results] (2 calls)', true], ['user', '\u0085\u2003\n[Tool results]', true], ['user', '\ufeff[Tool results]', false],
    ['user', '[Tool results-ish]', false], ['user', '[tool results]', false], ['user', '   ', false],
  ])) {
    assert.equal(isCarrier(role, content), expected, content);
    assert.equal(classify(role, content) !== null, expected, content);
  }
  refuses(() => classify('assistant', '\ud800'), 'text.surrogate', 'malformed');
});

test('the prompt carrier of the introduction declares one attachment', () => {
  const content = '[Tool results]\n[Tool attachments: 1]\n[IMAGE:/tmp/shot.png]\nsaved the picture\n[IMAGE:/etc/passwd]\n';
  const parts = { kind: 'prompt', declared: true, attachments: [SHOT], text: 'saved the picture\n[IMAGE:/etc/passwd]\n' };
  assert.deepEqual(classify('user', content), parts);
  assert.deepEqual(parsePrompt(content), parts);
  assert.deepEqual(diagnose('user', content), { declared: true, reason: null, skipped: 0 });
});

test('declared prompt carriers: counts and empty bodies', () => {
  for (const [content, attachments, text] of /** @type {[string, object[], string][]} */ ([
    ['[Tool results]\n[Tool attachments: 0]', [], ''], ['[Tool results]\n[Tool attachments: 0]\n', [], ''],
    ['[Tool results]\n[Tool attachments: 0]\n\n x', [], '\n x'], ['[Tool results]\n[Tool attachments: 1]\n[IMAGE:/tmp/shot.png]', [SHOT], ''],
    [`[Tool results]\n[Tool attachments: ${'0'.repeat(1000)}1]\n[IMAGE:/tmp/shot.png]\n`, [SHOT], ''],
  ])) assert.deepEqual(classify('user', content), { kind: 'prompt', declared: true, attachments, text });
});

test('legacy prompt carriers: the first reason, and the whole content as text', () => {
  const head = '[Tool results]\n[Tool attachments';
  for (const [content, reason] of [
    ['[Tool results]', 'no-header'], ['[Tool results]\n', 'no-header'], ['[Tool results] \n[Tool attachments: 0]', 'no-header'],
    [' [Tool results]\n[Tool attachments: 0]', 'no-header'], ['[Tool results]\r\n[Tool attachments: 0]', 'no-header'],
    [head, 'bad-header'], [`${head}:0]`, 'bad-header'], [`${head}: ]`, 'bad-header'], [`${head}: 0] `, 'bad-header'], [`${head}: 0]\r\n`, 'bad-header'],
    [`${head}: \u0661]`, 'bad-header'], [`${head}: -1]`, 'bad-header'], [`${head}: 1`, 'bad-header'],
    [`${head}: 1]`, 'short'], [`${head}: 1]\n`, 'bad-marker'], [`${head}: 2]\n[IMAGE:a]`, 'short'], [`${head}: 3]\n[IMAGE:a]\n[PHOTO:b]`, 'bad-marker'],
    [`${head}: 1000000000000000000000]\n[IMAGE:a]`, 'short'], [`${head}: ${'9'.repeat(1_000_000)}]\n[IMAGE:a]`, 'short'],
  ]) {
    assert.equal(promptReason(content), reason);
    assert.deepEqual(classify('user', content), { kind: 'prompt', declared: false, attachments: [], text: content });
  }
});

test('carrier.prompt.alone', () => {
  assert.equal(parsePrompt(' [Tool results]\n[Tool attachments: 0]'), null);
  assert.equal(parsePrompt('[Tool results] x'), null);
  assert.equal(parsePrompt('[Tool results]')?.declared, false);
});

test('carrier.marker.*', () => {
  for (const [line, kind, target] of [
    ['[IMAGE:/tmp/a.png]', 'image', '/tmp/a.png'], ['[AUDIO: a]b:c] ]', 'audio', ' a]b:c] '], ['[VIDEO:\r\u0000\u2028]', 'video', '\r\u0000\u2028'],
    ['[DOCUMENT:]]', 'document', ']'], ['[IMAGE::]', 'image', ':'], ['[IMAGE:\u{1f600}]', 'image', '\u{1f600}'],
  ]) assert.deepEqual(parseMarkerLine(line), { kind, target });
  for (const line of ['', '[IMAGE:]', '[IMAGE:a] ', ' [IMAGE:a]', '[IMAGE:a', '[IMAGE:', '[PHOTO:a]', '[image:a]', '[IMAGE :a]', '[IMAGE:a\n]', '[IMAGE:a]\n']) {
    assert.equal(parseMarkerLine(line), null, line);
  }
});

test('native carriers: declared', () => {
  const items = `[${ITEM},{"kind":"hologram","target":"x"},1,null,[],{"kind":"video"},{"kind":"audio","target":""},{"kind":"audio","target":"a\\nb"},
    {"target":" /b:] ","x":{"kind":1},"kind":"document"}]`;
  const content = `{"x":{"attachments":[${ITEM}]},"attachments":${items},"content":"a\\u0041\\n[Tool results]","tool_call_id":null}`;
  const attachments = [SHOT, { kind: 'document', target: ' /b:] ' }];
  assert.deepEqual(classify('tool', content), { kind: 'native', declared: true, attachments, text: 'aA\n[Tool results]' });
  assert.deepEqual(diagnose('tool', content), { declared: true, reason: null, skipped: 7 });
});

test('native carriers: legacy', () => {
  for (const [content, reason, text] of [
    ['plain', 'not-json', null], ['', 'not-json', null], ['{"content":"","tool_call_id":"","attachments":[],"attachments":[]}', 'not-json', null],
    ['{"content":"","tool_call_id":"","attachments":[],"x":1e400}', 'not-json', null], ['['.repeat(100_000), 'not-json', null],
    ['[]', 'not-envelope', null], ['1', 'not-envelope', null], ['{"content":null,"tool_call_id":"a","attachments":[]}', 'not-envelope', null],
    ['{"content":"x","attachments":[]}', 'not-envelope', null], ['{"content":"x","tool_call_id":1,"attachments":[]}', 'not-envelope', null],
    ['{"content":"x","tool_call_id":null}', 'no-attachments', 'x'], ['{"content":"x","tool_call_id":"c","attachments":null}', 'attachments-not-array', 'x'],
  ]) {
    assert.equal(nativeReason(/** @type {string} */ (content)), reason);
    const parts = classify('tool', /** @type {string} */ (content));
    assert.deepEqual(parts, { kind: 'native', declared: false, attachments: [], text: text ?? content });
    assert.deepEqual(parseNative(/** @type {string} */ (content)), text === null ? null : parts);
  }
});

test('carrier.native.value', () => {
  assert.equal(nativeAttachments(undefined), null);
  assert.equal(nativeAttachments(readJson(ITEM)), null);
  assert.deepEqual(nativeAttachments(readJson(`[${ITEM},0]`)), [SHOT]);
});

test('carrier.image-refs: in order, with duplicates, of declared carriers only', () => {
  const markers = '[IMAGE:b]\n[AUDIO:c]\n[IMAGE:a]\n[IMAGE:b]';
  assert.deepEqual(imageRefs('user', `[Tool results]\n[Tool attachments: 4]\n${markers}`), ['b', 'a', 'b']);
  assert.deepEqual(imageRefs('user', `[Tool results]\n[Tool attachments: 5]\n${markers}`), []);
  assert.deepEqual(imageRefs('user', markers), []);
});
