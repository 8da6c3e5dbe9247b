import assert from 'node:assert/strict';
import test from 'node:test';
import { classify, guardUserText, markerLine, rebuild, renderNative, renderNativeAttachments, renderPrompt } from '../src/index.mjs';
import { refuses } from './refusals.mjs';

/** @typedef {import('../src/attachment.mjs').Attachment} Attachment */

/** @type {Attachment} */
const SHOT = { kind: 'image', target: '/tmp/shot.png' };
/** @type {Attachment} */
const PDF = { target: 'https://example.org/a[1]:b.pdf', kind: 'document' };

test('carrier.write.kind and carrier.write.target', () => {
  for (const kind of ['photo', 'IMAGE', '', null]) {
    refuses(() => markerLine(/** @type {any} */ ({ kind, target: 'a' })), 'carrier.write.kind');
  }
  for (const target of ['', 'a\nb', '\u0000', '\u007f', '\u009f', '\u2028', '\u2029', null]) {
    const attachments = [SHOT, /** @type {any} */ ({ kind: 'image', target })];
    refuses(() => renderPrompt('', attachments), 'carrier.write.target');
    refuses(() => renderNative(null, '', attachments), 'carrier.write.target');
  }
  refuses(() => renderPrompt('', [{ kind: 'image', target: '\ud800' }]), 'text.surrogate', 'malformed');
  assert.equal(markerLine({ kind: 'audio', target: '\u00a0]\ufeff' }), '[AUDIO:\u00a0]\ufeff]');
});

test('carrier.write.prompt and carrier.write.count', () => {
  assert.equal(renderPrompt('', []), '[Tool results]\n[Tool attachments: 0]\n');
  assert.equal(
    renderPrompt('\nbody', [SHOT, PDF]),
    '[Tool results]\n[Tool attachments: 2]\n[IMAGE:/tmp/shot.png]\n[DOCUMENT:https://example.org/a[1]:b.pdf]\n\nbody',
  );
  assert.match(renderPrompt('x', Array(10).fill(SHOT)), /^\[Tool results\]\n\[Tool attachments: 10\]\n/);
});

test('carrier.write.native: members, order and escapes', () => {
  assert.equal(renderNative(null, '', []), '{"attachments":[],"content":"","tool_call_id":null}');
  assert.equal(
    renderNative('c"1', '"\\/\b\f\n\r\t\u0000\u001f\u007f\u2028\u{1f600}', [PDF]),
    '{"attachments":[{"kind":"document","target":"https://example.org/a[1]:b.pdf"}],'
      + '"content":"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\u2028\u{1f600}","tool_call_id":"c\\"1"}',
  );
  assert.deepEqual(renderNativeAttachments([PDF]), [PDF]);
  for (const id of [1, undefined, {}]) refuses(() => renderNative(/** @type {any} */ (id), '', []), 'carrier.write.call-id');
});

test('what a writer wrote reads back', () => {
  const text = '[Tool results]\n[IMAGE:x]\r\n"\\u0041';
  const attachments = [SHOT, PDF];
  assert.deepEqual(classify('user', renderPrompt(text, attachments)), { kind: 'prompt', declared: true, attachments, text });
  assert.deepEqual(classify('tool', renderNative('id', text, attachments)), { kind: 'native', declared: true, attachments, text });
});

test('carrier.rebuild.native leaves every other character', () => {
  const content = ' { "n":1.50e1,"content" :"a\\u0041", "\\u0078":{"content":"y"},\n"\\u0061ttachments":[ 1 ] ,"tool_call_id":"\\u0041"} ';
  assert.equal(
    rebuild('tool', content, [SHOT]),
    ' { "n":1.50e1,"content" :"aA", "\\u0078":{"content":"y"},\n"\\u0061ttachments":[{"kind":"image","target":"/tmp/shot.png"}] ,"tool_call_id":"\\u0041"} ',
  );
  assert.equal(
    rebuild('tool', '{"attachments":[],"tool_call_id":null,"content":""}', [], '\n'),
    '{"attachments":[],"tool_call_id":null,"content":"\\n"}',
  );
});

test('carrier.rebuild.prompt', () => {
  const content = '[Tool results]\n[Tool attachments: 01]\n[IMAGE:a]';
  assert.equal(rebuild('user', content, []), '[Tool results]\n[Tool attachments: 0]\n');
  assert.equal(rebuild('user', `${content}\nbody`, [SHOT]), '[Tool results]\n[Tool attachments: 1]\n[IMAGE:/tmp/shot.png]\nbody');
  assert.equal(rebuild('user', `${content}\nbody`, [], ''), '[Tool results]\n[Tool attachments: 0]\n');
});

test('carrier.rebuild.declared and carrier.rebuild.attachments', () => {
  for (const [role, content] of [
    ['user', 'hello'], ['user', '[Tool results]'], ['tool', 'x'], ['tool', '{"content":"","tool_call_id":null}'],
    ['assistant', '[Tool results]\n[Tool attachments: 0]'],
  ]) refuses(() => rebuild(role, content, []), 'carrier.rebuild.declared');
  for (const [role, content] of [['user', '[Tool results]\n[Tool attachments: 0]'], ['tool', renderNative(null, '', [])]]) {
    refuses(() => rebuild(role, content, [{ kind: 'image', target: '' }]), 'carrier.write.target');
  }
});

test('carrier.ingress.*', () => {
  for (const text of ['[Tool results]', ' \u2029[Tool results] x\r\n']) assert.equal(guardUserText(text), `[User text]\n${text}`);
  for (const text of ['', 'hello', '\ufeff[Tool results]', '[User text]\n[Tool results]']) assert.equal(guardUserText(text), text);
});
