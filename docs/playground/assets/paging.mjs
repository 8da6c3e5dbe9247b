import { given } from './corpus.mjs';
import { button, el, field, fill, isWide, section } from './dom.mjs';
import { editor } from './editor.mjs';
import { bytesFigure } from './figure.mjs';
import { ruleLink, say, verdictLine } from './rules.mjs';
import { shown } from './show.mjs';
import { ArgumentRefusal, capture, errorText, pageLimit, parseMarker, prepareArguments, ReadFailure, readPage, Refusal, renderPage, utf8 } from './toolwire.mjs';

const ID = '3f1c2b9a-7d4e-4a1b-9c8d-0e5f6a7b8c9d';
const OUTPUT = Array.from({ length: 24 }, (_, line) => `${String(line + 1).padStart(2, '0')} Grüße, 世界, \u{1f680} and e\u0301: ${'αβγ'.repeat((line % 4) + 1)}`).join('\n');
const LARGEST = 8388608;

/** @type {[string, string][]} */
const DOCUMENTS = [
  ['plain', `{"capture_id":"${ID}"}`],
  ['in the middle of a character', `{"capture_id":"${ID}","offset":6,"max_bytes":40}`],
  ['null is absence', `{"capture_id":"${ID}","offset":null}`],
  ['one byte', `{"capture_id":"${ID}","offset":14,"max_bytes":1}`],
  ['past the end', `{"capture_id":"${ID}","offset":100000}`],
  ['1e1 is no integer', `{"capture_id":"${ID}","offset":1e1}`],
  ['a name twice', `{"capture_id":"${ID}","offset":0,"offset":64}`],
  ['upper case id', `{"capture_id":"${ID.toUpperCase()}"}`],
  ['an unknown name', `{"capture_id":"${ID}","limit":10}`],
  ['nothing to read', `{"capture_id":"${ID}","max_bytes":0}`],
  ['two documents', `{"capture_id":"${ID}"}{"capture_id":"${ID}"}`],
];

/**
 * The view on retained results: what is kept of an output, its preview, the arguments of a read, and the page.
 *
 * @param {() => void} changed
 */
export function paging(changed) {
  const number = (/** @type {string} */ value) => /** @type {HTMLInputElement} */ (el('input', { type: 'number', inputmode: 'numeric', value, oninput: update }));
  const output = editor('Output of the tool', { rows: 7, changed: update });
  const budget = number('300');
  const ceiling = number(String(LARGEST));
  const offset = number('');
  const size = number('');
  const wanted = editor('Arguments of read_tool_result', { rows: 3, changed: update });
  for (const input of [offset, size]) input.addEventListener('input', writeArguments);
  const verdict = verdictLine();
  const out = el('div', { class: 'tw-results' });
  const next = button('Next page', () => go(following), { disabled: true });
  const first = button('First page', () => go(0n));
  /** @type {bigint | null} */
  let following = null;
  const picks = DOCUMENTS.map(([title, text]) => el('li', null, button(title, () => put(text), { class: 'tw-chip' })));
  const root = el(
    'div',
    { class: 'tw-view' },
    el(
      'div',
      { class: 'tw-inputs' },
      output.root,
      el('div', { class: 'tw-pair' }, field('Budget in bytes', budget, '0: none; below 256 is refused'), field('Ceiling in bytes', ceiling, 'how much is kept')),
      wanted.root,
      el('div', { class: 'tw-pair' }, field('offset', offset), field('max_bytes', size)),
      el('div', { class: 'tw-buttons' }, first, next),
      el('details', { class: 'tw-more', open: isWide() }, el('summary', null, 'Arguments to try'), el('ul', { class: 'tw-chips' }, picks)),
    ),
    el('div', { class: 'tw-outputs' }, verdict, out),
  );

  /** @param {string | Uint8Array} text */
  function put(text) {
    wanted.value = text;
    update();
  }

  /** @param {bigint | null} position */
  function go(position) {
    if (position === null) return;
    offset.value = String(position);
    writeArguments();
  }

  function writeArguments() {
    const members = [`"capture_id":"${ID}"`];
    if (offset.value !== '') members.push(`"offset":${offset.value}`);
    if (size.value !== '') members.push(`"max_bytes":${size.value}`);
    put(`{${members.join(',')}}`);
  }

  function update() {
    changed();
    const all = typeof output.value === 'string' ? utf8(output.value.toWellFormed()) : output.value;
    const limits = { budget: Number(budget.value), ceiling: Math.max(0, Number(ceiling.value)) };
    const found = results(all, limits, wanted.value, verdict);
    following = found.following;
    if (found.request && ![offset, size].includes(/** @type {any} */ (document.activeElement))) {
      offset.value = String(found.request.offset);
      size.value = String(found.request.maxBytes ?? '');
    }
    next.disabled = following === null;
    fill(out, ...found.nodes);
  }

  output.value = OUTPUT;
  put(DOCUMENTS[1][1]);
  return {
    root,
    state: () => ({ output: output.kept === `=${OUTPUT}` ? '' : output.kept, arguments: wanted.kept, budget: budget.value, ceiling: ceiling.value === String(LARGEST) ? '' : ceiling.value }),
    /** @param {URLSearchParams} state */
    restore(state) {
      if (state.has('output')) output.kept = state.get('output') ?? '';
      if (state.has('arguments')) wanted.kept = state.get('arguments') ?? '';
      budget.value = state.get('budget') ?? budget.value;
      ceiling.value = state.get('ceiling') ?? ceiling.value;
      update();
    },
    /** @param {import('./corpus.mjs').Case} asked */
    takes({ op, input }) {
      const plain = (/** @type {string} */ name) => input.get(name)?.spelling ?? null;
      if (op === 'retained.prepare' || op === 'retained.refusal_text') wanted.value = given(input.get('arguments'));
      if (op === 'retained.shape_preview') output.value = given(input.get('data'));
      if (op === 'retained.capture') output.value = joined(input.get('output').map(given));
      if (op === 'retained.read') {
        const request = input.get('request');
        output.value = given(input.get('capture').get('data'));
        const asked = ['offset', 'max_bytes'].map((name) => [name, request.get(name)?.spelling ?? request.get(name) ?? 'null']);
        wanted.value = `{"capture_id":"${ID}",${asked.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
      }
      budget.value = plain('budget') ?? (op === 'retained.read' ? '0' : budget.value);
      ceiling.value = plain('ceiling') ?? String(LARGEST);
      update();
    },
  };
}

/**
 * @param {(string | Uint8Array)[]} pieces
 * @returns {Uint8Array}
 */
function joined(pieces) {
  return Uint8Array.from(pieces.flatMap((piece) => [...(typeof piece === 'string' ? utf8(piece) : piece)]));
}

/**
 * @param {Uint8Array} all
 * @param {{ budget: number, ceiling: number }} limits
 * @param {string | Uint8Array} wanted arguments
 * @param {HTMLElement} verdict
 * @returns {{ nodes: Node[], following: bigint | null, request?: { offset: bigint, maxBytes: bigint | null } }}
 */
function results(all, { budget, ceiling }, wanted, verdict) {
  const kept = all.subarray(0, ceiling);
  try {
    const { record, preview } = capture(ID, all, { budget, ceiling, readable: true });
    const nodes = [section('What the model is shown first', previewView(preview))];
    const request = prepareArguments(wanted, true);
    const page = readPage({ ...record, digest: record.digest }, kept, request, pageLimit(budget, 'utf-8'));
    const text = renderPage(page);
    const [start, end] = [Number(page.offset), Number(page.offset) + page.data.length];
    const from = Number(request.offset);
    const most = pageLimit(budget, record.encoding);
    const asked = { start: from, end: Math.min(kept.length, from + Math.min(most, Number(request.maxBytes ?? most))) };
    const footer = text.lastIndexOf('\n');
    const span = end > start ? `bytes ${start} to ${end - 1}` : 'no bytes';
    say(verdict, 'good', [el('b', null, `A page: ${span}`), ` of ${record.capturedBytes}. `, page.nextOffset === null ? 'It is the last one.' : `The next one begins at ${page.nextOffset}.`]);
    const rows = [['body', span, text.slice(0, footer)], ['header', 'footer', text.slice(footer + 1)]];
    const view = el('div', { class: 'tw-source', tabindex: 0, role: 'region', 'aria-label': 'The page' }, rows.map(([part, label, piece]) => row(part, label, piece)));
    return { nodes: [section('The page as the model sees it', view, bytesFigure(kept, asked, { start, end })), ...nodes], following: page.nextOffset, request };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { nodes: refusal(error, all, ceiling, budget, verdict), following: null };
  }
}

/**
 * @param {Refusal} error
 * @param {Uint8Array} all
 * @param {number} ceiling
 * @param {number} budget
 * @param {HTMLElement} verdict
 * @returns {Node[]}
 */
function refusal(error, all, ceiling, budget, verdict) {
  const told = error instanceof ArgumentRefusal ? error.text : error instanceof ReadFailure ? errorText(error.kind) : null;
  const what = error instanceof ArgumentRefusal ? 'The arguments are refused:' : error instanceof ReadFailure ? 'The read fails:' : 'Refused:';
  say(verdict, 'bad', [el('b', null, what), ' ', ruleLink(error.rule)]);
  const nodes = told === null ? [] : [section('What the model is told', el('div', { class: 'tw-pre' }, told))];
  if (error.rule !== 'preview.budget') nodes.push(section('What the model was shown first', previewView(capture(ID, all, { budget, ceiling, readable: true }).preview)));
  return nodes;
}

/** @param {string} preview */
function previewView(preview) {
  const found = parseMarker(preview);
  const rows = found
    ? [row('body', 'preview', found.preview), row('header', 'marker', preview.slice(found.preview.length + 1))]
    : [row('body', 'whole output', preview)];
  return el('div', { class: 'tw-source', tabindex: 0, role: 'region', 'aria-label': 'Preview' }, rows);
}

/**
 * @param {string} part
 * @param {string} label
 * @param {string} text
 */
function row(part, label, text) {
  return el('div', { class: 'tw-row', 'data-part': part }, el('span', { class: 'tw-tag' }, label), el('div', { class: 'tw-text' }, shown(text, 6000)));
}
