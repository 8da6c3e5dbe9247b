import assert from 'node:assert/strict';
import test from 'node:test';
import { check, encodeEntry, encodeLog, load, readEntry, readJson, repair, Session, validate, writeJson } from '../src/index.mjs';
import { numberText } from '../src/transcript/canonical.mjs';
import { refuses } from './refusals.mjs';

const HEADER = '{"type":"session","version":8}\n';
const START = '{"seq":0,"id":"e0","timestamp":"2026-01-02T03:04:05Z","type":"run/start","lifecycle":{"runId":"run_1"}}\n';
const END =
  '{"seq":1,"id":"e1","timestamp":"2026-01-02T03:04:06Z","type":"run/end","lifecycle":{"runId":"run_1","status":"completed"}}\n';

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

test('file.tail: bytes behind the last line feed are no part of the log', () => {
  const log = load(bytes(HEADER + START + END.slice(0, -1)));
  assert.deepEqual([log.entries.length, log.committedBytes, log.tornTail], [1, (HEADER + START).length, END.length - 1]);
});

test('file.empty and file.header.present', () => {
  assert.deepEqual(load(bytes('')), { header: null, entries: [], lines: [], committedBytes: 0, tornTail: 0 });
  refuses(() => load(bytes('\n')), 'file.header.present');
  refuses(() => load(bytes(HEADER.slice(0, -1))), 'file.header.present');
});

test('file.header.version and file.legacy.bare are refused as unsupported', () => {
  refuses(() => load(bytes('{"type":"session","version":7}\n')), 'file.header.version', 'unsupported');
  refuses(() => load(bytes('{"role":"user"}\n')), 'file.legacy.bare', 'unsupported');
});

test('file.line.limit counts the line feed', () => {
  const blank = (/** @type {number} */ size) => bytes(`${HEADER}${' '.repeat(size - 1)}\n${START}`);
  assert.equal(load(blank(16_777_216)).entries.length, 1);
  refuses(() => load(blank(16_777_217)), 'file.line.limit', 'limit');
});

test('many blank lines take time in proportion to their number', () => {
  assert.equal(load(bytes(HEADER + '\r\n'.repeat(500_000) + START)).entries.length, 1);
});

test('entry.first-fault: the envelope comes first, in the order of its table', () => {
  refuses(() => readEntry(bytes('{"seq":-1,"id":""}')), 'entry.seq.range');
  refuses(() => readEntry(bytes('{"seq":0,"id":"","type":"run"}')), 'entry.id.empty');
  refuses(() => readEntry(bytes(START.replace('run/start', 'run').trim())), 'entry.type.known');
});

test('entry.timestamp.zero is judged with the offset', () => {
  const at = (/** @type {string} */ time) => () => readEntry(bytes(START.replace('2026-01-02T03:04:05Z', time).trim()));
  refuses(at('0001-01-01T00:00:00.000Z'), 'entry.timestamp.zero');
  refuses(at('0000-12-31T22:00:00-02:00'), 'entry.timestamp.zero');
  at('0001-01-01T00:00:00+02:00')();
  refuses(at('1900-02-29T00:00:00Z'), 'entry.timestamp.date');
});

test('entry.write.*: a canonical line is written as itself', () => {
  assert.equal(encodeEntry(readJson(START.trim())), START);
  assert.equal(encodeLog([START, END].map((line) => readJson(line.trim()))), HEADER + START + END);
});

test('entry.write.number', () => {
  for (const [given, written] of [['1.50', '1.5'], ['-0', '0'], ['1e21', '1e+21'], ['1E20', '100000000000000000000'], ['0.0000010', '0.000001'],
    ['1e-7', '1e-7'], ['12345.678e3', '12345678'], ['9007199254740993', '9007199254740993']]) {
    assert.equal(numberText(given), written);
  }
});

test('session.batch.uncommitted, session.commit.stale and session.commit.once', () => {
  const session = validate(load(bytes(HEADER + START)).entries);
  const batch = [readJson(END.trim())];
  const [first, second] = [session.prepare(batch), session.prepare(batch)];
  assert.equal(session.nextSeq, 1);
  session.commit(first);
  refuses(() => session.commit(second), 'session.commit.stale');
  refuses(() => session.commit(first), 'session.commit.once');
  assert.deepEqual([session.nextSeq, session.scope.run], [2, null]);
});

test('recovery ends what is open, and is idempotent', () => {
  const session = validate(load(bytes(HEADER + START)).entries);
  const [end, ...others] = repair(session, true, () => 'n1', '2026-02-03T04:05:06Z');
  assert.equal(others.length, 0);
  assert.match(writeJson(end), /"type":"run\/end","lifecycle":\{"runId":"run_1","status":"interrupted","reason":"process_interrupted"\}/);
  assert.deepEqual(repair(session, true, () => 'n2', '2026-02-03T04:05:06Z'), []);
  assert.deepEqual(new Session().pending, []);
});

test('check.partition: a sound log is a header and its records', () => {
  const report = check(bytes(HEADER + START + END));
  assert.equal(report.verdict, 'resumable');
  assert.deepEqual(report.ranges, [
    { class: 'header', start: 0, end: HEADER.length },
    { class: 'record', start: HEADER.length, end: (HEADER + START + END).length },
  ]);
});

test('check.nul: the line feed belongs to what stands before it', () => {
  const classes = (/** @type {string} */ text) => check(bytes(text)).ranges.map((range) => [range.class, range.end - range.start]);
  assert.deepEqual(classes(`${HEADER}\0\0\n`), [['header', HEADER.length], ['nul-run', 3]]);
  assert.deepEqual(classes(`${HEADER}\0${START}`), [['header', HEADER.length], ['nul-run', 1], ['record', START.length]]);
});
