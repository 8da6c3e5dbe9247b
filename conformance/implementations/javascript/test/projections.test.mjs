import assert from 'node:assert/strict';
import test from 'node:test';
import { asJson, captureOptions, fork, load, modelContext, project, readJson, reconstruct, writeJson } from '../src/index.mjs';
import { refuses } from './refusals.mjs';

const HEADER = '{"type":"session","version":8}\n';

/** @param {string[]} members of the entries: type, payload member and payload */
function entries(...members) {
  const lines = members.map((rest, seq) => `{"seq":${seq},"id":"e${seq}","timestamp":"2026-01-02T03:04:05Z",${rest}}\n`);
  return load(new TextEncoder().encode(HEADER + lines.join(''))).entries;
}

const life = (/** @type {string} */ type, /** @type {string} */ ids, status = '') =>
  `"type":"${type}","lifecycle":{${ids}${status && `,"status":"${status}"`}}`;
const RUN = '"runId":"r"';
const TURN = `${RUN},"turnId":"t"`;
const STEP = `${TURN},"stepId":"s"`;
const user = (/** @type {string} */ text) => `"type":"message","message":{"role":"user","content":[{"type":"text","text":"${text}"}]}`;
const answer = (/** @type {string} */ stop) => `"type":"message","message":{"role":"assistant","stopReason":"${stop}"}`;
const session = () => entries(life('run/start', RUN), life('turn/start', TURN), user('one'), life('step/start', STEP), answer('stop'));

test('context.boundary: the summary, and what is kept', () => {
  const compaction = '"type":"compaction","compaction":{"summary":"s","firstKeptEntryId":"e2"}';
  const { messages, activeCompaction, firstKept } = modelContext(entries(life('run/start', RUN), life('turn/start', TURN), user('one'), compaction));
  assert.deepEqual([messages.length, activeCompaction, firstKept], [2, 'e3', 'e2']);
  assert.match(writeJson(messages[0]), /replaced by this summary:\\n\\n<summary>\\ns\\n<\/summary>/);
});

test('projection.open and projection.message', () => {
  const view = project(session());
  assert.deepEqual(view.open, { runId: 'r', turnId: 't', stepId: 's' });
  assert.equal(view.messages.length, 2);
  assert.match(writeJson(asJson(view)), /^\{"appliedEntries":5,"asOfSeq":4,/);
});

test('fork.before.cut and fork.after.cut', () => {
  const forked = fork(session(), 'e2', 'before_user', ' two ', () => 'n1', '2026-02-03T04:05:06Z');
  assert.equal(forked.kept, 2);
  assert.match(forked.added, /"id":"n1".*"text":"two"/);
  assert.deepEqual(fork(session(), 'e4', 'after_assistant', '', () => '', ''), { kept: 5, added: '' });
  refuses(() => fork(session(), 'e4', 'before_user', 'x', () => 'n1', ''), 'fork.before.answer');
  refuses(() => fork(session(), 'e2', 'after_assistant', '', () => '', ''), 'fork.after.answer');
  refuses(() => fork(session(), 'e0', 'before_user', 'x', () => 'n1', ''), 'fork.message');
});

test('request.attachment.place and request.attachment.gap', () => {
  const asked = (/** @type {number} */ index) => {
    const header = `"providerRequestId":"q",${STEP},"provider":"p","model":"m","inputSeq":4,"attachments":[{"attachmentId":"a","messageIndex":${index}}]`;
    const context = '"attachmentId":"a","epoch":1,"kind":"k","placement":"p","revision":"r","rendered":"text"';
    return entries(
      life('run/start', RUN), life('turn/start', TURN), user('one'), life('step/start', STEP),
      `"type":"context","context":{${context}}`, `"type":"request/header","requestHeader":{${header}}`,
    );
  };
  const texts = reconstruct(asked(0), 'q').input.messages.map(writeJson).map((/** @type {string} */ text) => /"text":"(\w+)"/.exec(text)?.[1]);
  assert.deepEqual(texts, ['text', 'one']);
  refuses(() => reconstruct(asked(2), 'q'), 'request.attachment.gap');
  refuses(() => reconstruct(asked(0), 'z'), 'request.found');
});

test('request.capture.*: secrets stay behind, and choices have the form of their protocol', () => {
  const capture = (/** @type {string} */ options) =>
    writeJson(captureOptions('openai-responses', [readJson('{"name":"read"}')], /** @type {any} */ (readJson(options))));
  assert.equal(capture('{"apiKey":"sk","temperature":0}'), '{"temperature":0}');
  const choice = '{"extension":{"protocol":"openai-responses","toolChoice":{"type":"function","name":"read"}}}';
  assert.equal(capture(choice), '{"protocolOptions":{"toolChoice":{"name":"read"}}}');
  refuses(() => capture('{"rewritesBody":true}'), 'request.capture.rewrite');
  refuses(() => capture('{"extension":{"protocol":"anthropic-messages"}}'), 'request.capture.protocol');
});
