import assert from 'node:assert/strict';
import test from 'node:test';
import { cases, load } from './site.mjs';

const { CELLS, MOST_KEPT, Survey } = await load('playground/assets/survey.mjs');
const { samples } = await load('playground/assets/samples.mjs');
const { check, encodeEntry, utf8 } = await load('playground/assets/toolwire.mjs');
const { given } = await load('playground/assets/corpus.mjs');

const bytesOf = (log) => (typeof log === 'string' ? utf8(log) : log);

function survey(log) {
  const found = new Survey(bytesOf(log));
  found.run();
  return [found, found.summary()];
}

test('a survey reports what a check reports', async () => {
  let seen = 0;
  for (const { id, input } of await cases('transcript')) {
    if (!input.has('log')) continue;
    const log = bytesOf(given(input.get('log')));
    const { verdict, format, version, entries, ranges, findings, repairs } = check(log);
    const [found, summary] = survey(log);
    const { cells, classes } = summary;
    assert.deepEqual({ verdict, format, version, entries, findings, repairs }, Object.fromEntries(['verdict', 'format', 'version', 'entries', 'findings', 'repairs'].map((name) => [name, summary[name]])), id);
    assert.deepEqual(summary.ranges, ranges.slice(0, 2000), id);
    assert.equal(classes.reduce((sum, { bytes }) => sum + bytes, 0), log.length, id);
    assert.ok(cells.length === CELLS && (log.length === 0 || !cells.includes('none')), id);
    assert.equal(found.timeline(0, 1e9).length, entries, id);
    seen += 1;
  }
  assert.ok(seen > 900, String(seen));
});

test('a cut at the end says what recovery appends', async () => {
  for (const { id, input, expect } of await cases('transcript-recovery')) {
    const [found] = survey(given(input.get('log')));
    const repairs = expect.get('result')?.get('repairs');
    if (!repairs) continue; // refused for what the host gave, or for damage
    const { lines } = found.cut(found.bytes.length, input.get('now'));
    assert.deepEqual(lines.map((line) => line.replaceAll(/"id":"[^"]*"/g, '')), repairs.map(encodeEntry).map((line) => line.replaceAll(/"id":"[^"]*"/g, '')), id);
  }
});

test('every sample can be cut at every byte', () => {
  for (const { name, log } of samples) {
    const [found] = survey(log);
    for (let byte = 0; byte <= found.bytes.length; byte += 7) {
      const { tail, broken } = found.cut(byte, '2026-01-02T04:00:00Z');
      assert.ok(tail.start <= tail.end && tail.end === byte, `${name} ${byte}`);
      assert.ok(broken === null || broken.byte < tail.start);
    }
  }
});

test('the samples are what their titles say', () => {
  const verdicts = Object.fromEntries(samples.map(({ name, log }) => [name, survey(log)[1].verdict]));
  assert.deepEqual(verdicts, { sound: 'resumable', torn: 'resumable-with-repair', dangling: 'resumable-with-repair', damaged: 'view-only', splice: 'view-only', bytes: 'view-only', order: 'view-only', old: 'unreadable' });
});

test('the timeline, the calls and the context of the sound sample', () => {
  const [found] = survey(samples[0].log);
  const rows = found.timeline(0, 100);
  assert.deepEqual(rows.map(({ depth }) => depth), [0, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 2, 2, 3, 2, 1, 1, 0]);
  assert.deepEqual([rows[0].status, rows[0].duration, rows[3].status], ['completed', 11900, 'completed']);
  assert.deepEqual(found.callRows(0, 10).map(({ name, status, dispatch, result, outcome }) => [name, status, dispatch, result, outcome]), [['shell', 'completed', 5, 7, 8], ['screenshot', 'completed', 6, 9, 10]]);
  const { summary, firstKept, length } = found.context();
  assert.ok(summary.includes('The user asked'));
  assert.deepEqual([firstKept, length, found.contextMessages(0, 9)[0].row], ['e13', 1, 13]);
});

test('a file of nothing but faults is judged without keeping each of them', () => {
  const lines = 400_000;
  const [found, summary] = survey('x\n'.repeat(lines));
  assert.equal(summary.findingsInAll, lines);
  assert.equal(found.findings.length, MOST_KEPT);
  assert.equal(summary.verdict, 'unreadable');
});
