import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import * as toolwire from '../src/index.mjs';
import { sha256 } from '../src/sha256.mjs';
import { sequenceLength } from '../src/retained/preview.mjs';
import { refuses } from './refusals.mjs';

const ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const UTF8 = new TextEncoder();

test('the digest is the one of the platform, at every length around a block', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256);
    assert.equal(sha256(bytes), createHash('sha256').update(bytes).digest('hex'));
  }
});

test('a sequence is well-formed just when the platform decodes it', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (let first = 0; first < 256; first += 1) {
    for (const second of [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]) {
      const bytes = Uint8Array.of(first, second, 0x80, 0x80);
      const length = sequenceLength(bytes, 0);
      const decodes = (/** @type {number} */ size) => {
        try {
          return [...decoder.decode(bytes.subarray(0, size))].length === 1;
        } catch {
          return false;
        }
      };
      assert.equal(length, [1, 2, 3, 4].find(decodes) ?? 0, `${first} ${second}`);
    }
  }
});

test('pages one after the other are the retained bytes, whatever their size', () => {
  const text = 'aé€𝄞\n日本語';
  const data = UTF8.encode(text);
  const { record } = toolwire.capture(ID, data, { budget: 0, ceiling: data.length, readable: true });
  for (const most of [1n, 2n, 3n, 4n, 5n, 100n]) {
    let read = '';
    /** @type {bigint | null} */
    let offset = 0n;
    while (offset !== null) {
      const page = toolwire.cutPage(record, data, { captureId: ID, offset, maxBytes: most }, 65536);
      const said = toolwire.parsePage(toolwire.renderPage(page));
      assert.ok(said);
      read += said.body;
      offset = said.nextOffset;
    }
    assert.equal(read, text);
  }
});

test('a refusal of arguments tells nothing of the document', () => {
  for (const document of ['{"secret":1,"secret":2}', '{"secret":1}', '{"capture_id":"secret"}', 'secret', '["secret"]']) {
    assert.throws(
      () => toolwire.prepareArguments(document, true),
      (error) => error instanceof toolwire.ArgumentRefusal && !error.text.includes('secret'),
    );
  }
  assert.throws(() => toolwire.prepareArguments('{"offset":1,"offset":2', true), /argument\.duplicate/);
});

test('no name of a member is special', () => {
  const document = `{"capture_id":"${ID}","__proto__":1}`;
  assert.throws(() => toolwire.prepareArguments(document, true), /argument\.member/);
  refuses(() => toolwire.readResult('{"kind":"constructor"}'), 'external.kind');
  refuses(() => toolwire.readResult('{"kind":"inline","toString":1}'), 'external.member');
});

test('a preview stays within its budget and says how much it hides', () => {
  const output = UTF8.encode('日'.repeat(1000));
  const shown = toolwire.shapePreview(output, 300);
  assert.ok(UTF8.encode(shown).length <= 300);
  const [, omitted, total] = /omitted (\d+) of (\d+) bytes/.exec(shown) ?? [];
  assert.equal(Number(total), output.length);
  assert.equal(UTF8.encode(shown.replace(/\n\[tool output truncated.*\]\n/, '')).length, output.length - Number(omitted));
});

test('what is made is admitted, verified and written as it was read', () => {
  const policy = toolwire.readPolicy(new Map());
  const body = UTF8.encode('é'.repeat(30000));
  const facts = { callId: 'c', isError: true, disposition: 'fatal', locator: 'r-1' };
  const made = toolwire.makeResult(body, facts, policy);
  assert.deepEqual(toolwire.admit(policy, ['c', 'd'], [made]).missing, ['d']);
  assert.equal(toolwire.verify(made, body), true);
  const written = toolwire.writeResult(made);
  assert.equal(toolwire.writeResult(toolwire.readResult(written)), written);
});
