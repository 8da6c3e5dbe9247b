import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './site.mjs';

const { Walk } = await load('explorer/assets/walk.mjs');
const { samples } = await load('playground/assets/samples.mjs');
const { utf8 } = await load('playground/assets/toolwire.mjs');

const walk = (name) => new Walk(utf8(samples.find((sample) => sample.name === name).log));
const allowed = (position) => position.next.filter(({ rule }) => rule === null).map(({ name }) => name);

test('an empty session can only begin, or switch its mode', () => {
  assert.deepEqual(allowed(walk('sound').position(0)), ['run/start', 'plan/mode']);
});

test('while calls wait, results may come and steps may not end', () => {
  const { scope, pending, next } = walk('sound').position(6);
  assert.deepEqual(scope, { run: 'run_1', turn: 'turn_1', step: 'step_1' });
  assert.deepEqual(pending.map(({ id, dispatched }) => [id, dispatched]), [['call_1', true], ['call_2', false]]);
  assert.equal(next.find(({ name }) => name === 'step/end').rule, 'session.lifecycle.pending');
  assert.ok(next.find(({ name }) => name === 'tool result').rule === null);
});

test('an outcome may come once there is a result', () => {
  const at = (number) => allowed(walk('sound').position(number));
  assert.ok(!at(7).includes('tool_outcome'));
  assert.ok(at(8).includes('tool_outcome'));
});

test('what may come next can be appended, everywhere', () => {
  const whole = walk('sound');
  for (let at = 0; at <= whole.valid; at += 1) {
    for (const { name, entry, rule } of whole.position(at).next) {
      if (rule !== null) continue;
      const tried = walk('sound');
      tried.append(at, entry);
      assert.equal(tried.position(at + 1).nextSeq, at + 1, name);
    }
  }
});

test('the session that breaks a rule can be walked up to there', () => {
  const { valid, broken } = walk('order');
  assert.deepEqual([valid, broken], [7, 'session.result.model-order']);
});

test('a crash closes what is open, from the inside out', () => {
  const types = walk('dangling').crash(6, '2026-01-02T04:00:00Z').map((entry) => entry.get('type'));
  assert.deepEqual(types, ['message', 'tool_outcome', 'message', 'tool_outcome', 'step/end', 'turn/end', 'run/end']);
});
