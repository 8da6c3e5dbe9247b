import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

/**
 * @param {object[]} requests
 * @returns {any[]} the answers
 */
function converse(requests) {
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  const { status, stdout } = spawnSync(fileURLToPath(new URL('../run', import.meta.url)), { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  assert.equal(status, 0);
  return stdout.split('\n').slice(0, -1).map((line) => JSON.parse(line));
}

/**
 * @param {string} op
 * @param {object} input
 * @returns {any} the answer without its id
 */
function ask(op, input) {
  const [{ id, ...answer }] = converse([{ cmd: 'run', id: 7, op, input }, { cmd: 'bye' }]);
  assert.equal(id, 7);
  return answer;
}

test('hello names the profiles', () => {
  const [{ protocol, implementation, profiles }] = converse([{ cmd: 'hello', protocol: 1, corpus: '1' }]);
  assert.equal(protocol, 1);
  assert.deepEqual(Object.keys(implementation), ['name', 'version', 'language']);
  assert.equal(profiles.length, 18);
});

test('results, refusals, unsupported operations and errors', () => {
  assert.deepEqual(ask('json.read', { document: '{"__proto__":[1.0,"\\u2028"]}' }), { result: JSON.parse('{"__proto__":[1,"\u2028"]}') });
  assert.deepEqual(ask('text.decode', { document: { base64: '77u/' } }), { refused: { rule: 'text.bom', phase: 'malformed' } });
  assert.deepEqual(ask('carrier.guard_user_text', { text: '\ud800' }), { refused: { rule: 'text.surrogate', phase: 'malformed' } });
  assert.deepEqual(ask('constructor', {}), { unsupported: true });
  assert.deepEqual(Object.keys(ask('text.decode', {})), ['error']);
});

test('values of attachments come as JSON values', () => {
  const attachment = { kind: 'image', target: 'a' };
  assert.deepEqual(ask('carrier.native_attachments', {}), { result: null });
  assert.deepEqual(ask('carrier.native_attachments', { value: [attachment, null, 1, [attachment]] }), { result: [attachment] });
  assert.deepEqual(ask('carrier.marker_line', { attachment: { kind: 'image', target: { base64: 'YQ==' } } }), { result: '[IMAGE:a]' });
});

test('requests longer than a chunk', () => {
  const text = 'a\n\u{1f600}'.repeat(100_000);
  const requests = Array.from({ length: 3 }, (_, id) => ({ cmd: 'run', id, op: 'carrier.guard_user_text', input: { text } }));
  assert.deepEqual(converse(requests), [0, 1, 2].map((id) => ({ id, result: text })));
});
