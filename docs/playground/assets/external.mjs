import { given } from './corpus.mjs';
import { button, el, field, fill, isWide, section } from './dom.mjs';
import { editor } from './editor.mjs';
import { judged } from './place.mjs';
import { ruleLink, say, verdictLine } from './rules.mjs';
import { block, shown } from './show.mjs';
import { admit, decodeText, digestOf, readJson, readPolicy, readResult, Refusal, stateOf, stateText, takeResult, utf8, verify, writeJson, writeResult } from './toolwire.mjs';

const BODY = 'line 1 of the stored body\nline 2: Grüße\n';
const STORED = {
  kind: 'external',
  call_id: 'call-1',
  payload_ref: 'objects/3f/1c2b9a',
  digest: digestOf(utf8(BODY)),
  original_size: String(utf8(BODY).length),
  preview: 'line 1 of the',
  is_error: false,
  disposition: 'recoverable',
};
const INLINE = { kind: 'inline', call_id: 'call-2', result: { output: 'exit 1: no such file', is_error: true, disposition: 'recoverable' } };
const text = (/** @type {object} */ value) => JSON.stringify(value, null, 2);

/** @type {[string, string][]} */
const DOCUMENTS = [
  ['stored outside', text(STORED)],
  ['inline, an error', text(INLINE)],
  ['size as a number', text({ ...STORED, original_size: 40 })],
  ['size with a zero in front', text({ ...STORED, original_size: '040' })],
  ['digest in upper case', text({ ...STORED, digest: STORED.digest.toUpperCase() })],
  ['a locator with a line feed', text({ ...STORED, payload_ref: 'objects/3f\n1c' })],
  ['a member of its own', text({ ...STORED, retries: 3 })],
  ['no disposition', text({ kind: 'inline', call_id: 'call-2', result: { output: '' } })],
  ['neither of the two kinds', text({ ...INLINE, kind: 'remote' })],
  ['one name twice', '{"kind":"inline","call_id":"a","call_id":"b","result":{"output":"","disposition":"fatal"}}'],
  ['cut off', text(STORED).slice(0, 120)],
];

/**
 * The view on external results: a document, its verdict, and its body.
 *
 * @param {() => void} changed
 */
export function external(changed) {
  const document = editor('A result', { rows: 12, changed: update });
  const body = editor('What is stored at its locator', { rows: 3, changed: update });
  const number = (/** @type {string} */ value) => /** @type {HTMLInputElement} */ (el('input', { type: 'number', inputmode: 'numeric', min: 1, value, oninput: update }));
  const threshold = number('32');
  const limit = number('16');
  const condition = /** @type {HTMLSelectElement} */ (el('select', { onchange: update }, ['stored', 'missing', 'expired'].map((value) => el('option', { value }, value))));
  const verdict = verdictLine();
  const out = el('div', { class: 'tw-results' });
  const picks = DOCUMENTS.map(([title, value]) => el('li', null, button(title, () => put(value), { class: 'tw-chip' })));
  const root = el(
    'div',
    { class: 'tw-view' },
    el(
      'div',
      { class: 'tw-inputs' },
      document.root,
      el('ul', { class: 'tw-chips' }, picks),
      el('details', { class: 'tw-more', open: isWide() }, el('summary', null, 'Policy and stored body'),
        el('div', { class: 'tw-pair' }, field('Inline threshold', threshold, 'bytes'), field('Preview limit', limit, 'bytes')),
        field('The body is', condition),
        body.root,
      ),
    ),
    el('div', { class: 'tw-outputs' }, verdict, out),
  );

  /** @param {string | Uint8Array} value */
  function put(value) {
    document.value = value;
    update();
  }

  function update() {
    changed();
    body.area.disabled = condition.value === 'missing';
    const stored = condition.value === 'missing' ? undefined : typeof body.value === 'string' ? utf8(body.value.toWellFormed()) : body.value;
    const policy = `{"inline_threshold":${Number(threshold.value)},"preview_limit":${Number(limit.value)}}`;
    fill(out, ...results(document.value, stored, condition.value === 'expired', policy, verdict));
  }

  body.value = BODY;
  put(DOCUMENTS[0][1]);
  return {
    root,
    state: () => ({ document: document.kept, body: body.kept === `=${BODY}` ? '' : body.kept, stored: condition.value, threshold: threshold.value, limit: limit.value }),
    /** @param {URLSearchParams} state */
    restore(state) {
      if (state.has('document')) document.kept = state.get('document') ?? '';
      if (state.has('body')) body.kept = state.get('body') ?? '';
      condition.value = state.get('stored') ?? 'stored';
      threshold.value = state.get('threshold') ?? threshold.value;
      limit.value = state.get('limit') ?? limit.value;
      update();
    },
    /**
     * @param {import('./corpus.mjs').Case} asked
     * @param {Map<string, any>} answer
     */
    takes({ op, input }, answer) {
      const payload = input.get('payload');
      const results = input.get('results');
      const policy = input.get('policy');
      if (op === 'external.decode') document.value = given(input.get('document'));
      else if (payload !== undefined) document.value = writeJson(payload);
      else if (op === 'external.admit' && results.length > 0) document.value = writeJson(results[0]);
      else if (op === 'external.make' && answer.has('result')) document.value = writeJson(answer.get('result'));
      if (input.has('body')) body.value = given(input.get('body'));
      condition.value = input.get('expired') === true ? 'expired' : 'stored';
      if (['external.state', 'external.read'].includes(op) && !input.has('body')) condition.value = 'missing';
      if (policy instanceof Map) {
        threshold.value = policy.get('inline_threshold')?.spelling ?? '51200';
        limit.value = policy.get('preview_limit')?.spelling ?? '2048';
      }
      update();
    },
  };
}

/**
 * @param {string | Uint8Array} document
 * @param {Uint8Array | undefined} stored
 * @param {boolean} expired
 * @param {string} policy
 * @param {HTMLElement} verdict
 * @returns {Node[]}
 */
function results(document, stored, expired, policy, verdict) {
  try {
    const given = typeof document === 'string' ? document : decodeText(document);
    const fault = judged(given, takeResult);
    if (fault !== null) return refused(given, fault, verdict);
    const result = readResult(given);
    say(verdict, 'good', [el('b', null, `A result, ${result.get('kind')}.`), ' It can be kept and sent on.']);
    return [
      section('As a writer writes it', block(writeResult(result), 'The canonical text')),
      section('Under the policy', admission(result, policy)),
      ...(result.get('kind') === 'external' ? [section('Read back', reading(result, stored, expired))] : []),
    ];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(verdict, 'bad', [el('b', null, 'Refused:'), ' this is no text ', ruleLink(error.rule)]);
    return [section('The document', el('div', { class: 'tw-pre' }, shown(document)))];
  }
}

/**
 * @param {string} document
 * @param {NonNullable<ReturnType<typeof judged>>} fault
 * @param {HTMLElement} verdict
 * @returns {Node[]}
 */
function refused(document, { rule, phase, pointer, span, missing }, verdict) {
  const place = pointer === null ? `at character ${span.start}` : missing === null ? `at ${pointer || 'the document'}` : `in ${pointer || 'the document'}, at its member ${missing}, which is not there`;
  say(verdict, 'bad', [el('b', null, 'Refused:'), ' ', ruleLink(rule), ` (${phase}) ${place}`]);
  const here = el('mark', { class: 'tw-here' }, span.end > span.start ? shown(document.slice(span.start, span.end)) : el('i', { class: 'tw-cut' }, 'end'));
  const view = el('div', { class: 'tw-pre', tabindex: 0, role: 'region', 'aria-label': 'The document with the place of the fault' }, shown(document.slice(0, span.start)), here, shown(document.slice(span.end)));
  return [section('Where', view)];
}

/**
 * @param {Map<string, any>} result
 * @param {string} policy
 */
function admission(result, policy) {
  try {
    admit(readPolicy(readJson(policy)), [String(result.get('call_id'))], [result]);
    return el('p', null, 'The host admits it into the batch of its call.');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return el('p', { class: 'tw-said' }, 'The host refuses it: ', ruleLink(error.rule));
  }
}

/**
 * @param {Map<string, any>} result
 * @param {Uint8Array | undefined} stored
 * @param {boolean} expired
 */
function reading(result, stored, expired) {
  const state = stateOf(result, stored, expired);
  const says = el('p', null, 'State: ', el('b', null, state), '.');
  if (state !== 'present' || stored === undefined) return el('div', null, says, el('div', { class: 'tw-pre' }, stateText(state)));
  const prefix = verify(result, stored) ? 'The preview is how it begins.' : 'The preview is not how it begins: it is shown, and never trusted.';
  return el('div', null, el('p', null, 'State: ', el('b', null, state), '. Size and digest agree. ', prefix), block(stored, 'The body'));
}
