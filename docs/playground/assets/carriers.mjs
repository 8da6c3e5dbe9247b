import { button, el, field, fill, isWide, section } from './dom.mjs';
import { editor } from './editor.mjs';
import { exhibits } from './gallery.mjs';
import { given } from './corpus.mjs';
import { ruleLink, say, verdictLine } from './rules.mjs';
import { shown } from './show.mjs';
import { areInline, carrierSpans, lookAlikes } from './spans.mjs';
import { classify, decodeText, diagnose, guardUserText, Refusal, renderNative, renderPrompt } from './toolwire.mjs';

/** @typedef {import('./spans.mjs').CarrierSpan} CarrierSpan */

/** @type {Record<string, [string, string]>} a sentence and a requirement for each reason */
const REASONS = {
  'no-header': ['line 1 is not exactly the token, or line 2 does not begin a count', 'carrier.prompt.line-one'],
  'bad-header': ['line 2 begins a count, but is not one', 'carrier.prompt.header'],
  short: ['the count asks for a line that is not there', 'carrier.prompt.supply'],
  'bad-marker': ['a counted line is no marker', 'carrier.prompt.all-markers'],
  'not-json': ['the content is no JSON text under the profile', 'carrier.native.json'],
  'not-envelope': ['the JSON is no envelope: it needs a string content, and a tool_call_id that is a string or null', 'carrier.native.object'],
  'no-attachments': ['the envelope does not declare attachments', 'carrier.native.undeclared'],
  'attachments-not-array': ['the member attachments is no array', 'carrier.native.undeclared'],
};

const CONTENT_OPS = ['classify', 'is_carrier', 'image_refs', 'diagnose', 'rebuild'].map((name) => `carrier.${name}`);

/**
 * The view on carriers.
 *
 * @param {() => void} changed
 */
export function carriers(changed) {
  const role = /** @type {HTMLInputElement} */ (el('input', { type: 'text', list: 'tw-roles', autocomplete: 'off', spellcheck: 'false', oninput: update }));
  const content = editor('Content', { rows: 10, changed: update });
  const verdict = verdictLine();
  const out = el('div', { class: 'tw-results' });
  const gallery = el(
    'ul',
    { class: 'tw-gallery' },
    exhibits.map((exhibit) => {
      const pick = button([el('b', null, exhibit.title), el('span', null, exhibit.about)], () => put(exhibit.role, exhibit.content));
      return el('li', null, pick);
    }),
  );
  const roles = el('datalist', { id: 'tw-roles' }, ['user', 'tool', 'assistant', 'system'].map((value) => el('option', { value })));
  const root = el(
    'div',
    { class: 'tw-view' },
    el('div', { class: 'tw-inputs' }, field('Role', role), roles, content.root, el('details', { class: 'tw-more', open: isWide() }, el('summary', null, `Gallery of hostile contents (${exhibits.length})`), gallery)),
    el('div', { class: 'tw-outputs' }, verdict, out),
  );

  /**
   * @param {string} newRole
   * @param {string | Uint8Array} newContent
   */
  function put(newRole, newContent) {
    role.value = newRole;
    content.value = newContent;
    update();
  }

  function update() {
    changed();
    fill(out, ...results(role.value, content.value, verdict));
  }

  put(exhibits[0].role, exhibits[0].content);
  return {
    root,
    state: () => ({ role: role.value, content: content.kept }),
    /** @param {URLSearchParams} state */
    restore(state) {
      const exhibit = exhibits.find(({ name }) => name === state.get('show'));
      if (exhibit) put(exhibit.role, exhibit.content);
      if (!state.has('content')) return;
      role.value = state.get('role') ?? 'user';
      content.kept = state.get('content') ?? '';
      update();
    },
    /**
     * @param {import('./corpus.mjs').Case} asked
     * @param {Map<string, any>} answer
     */
    takes({ op, input }, answer) {
      if (CONTENT_OPS.includes(op)) put(String(input.get('role')), given(input.get('content')));
      else if (op === 'carrier.parse_prompt') put('user', given(input.get('content')));
      else if (op === 'carrier.parse_native') put('tool', given(input.get('content')));
      else if (op === 'carrier.guard_user_text') put('user', given(input.get('text')));
      else if (op === 'carrier.render_prompt' && answer.has('result')) put('user', answer.get('result'));
      else if (op === 'carrier.render_native' && answer.has('result')) put('tool', answer.get('result'));
    },
  };
}

/**
 * @param {string} role
 * @param {string | Uint8Array} document
 * @param {HTMLElement} verdict
 * @returns {Node[]}
 */
function results(role, document, verdict) {
  try {
    const content = typeof document === 'string' ? document : decodeText(document);
    const parts = classify(role, content);
    const diagnosis = diagnose(role, content);
    if (parts === null || diagnosis === null) {
      const rule = role === 'user' ? 'carrier.predicate' : 'carrier.role.other';
      say(verdict, 'plain', [el('b', null, 'No carrier.'), ' An ordinary message ', ruleLink(rule)]);
      return [section('The content', source(carrierSpans(role, content), content))];
    }
    judge(verdict, parts, diagnosis);
    return [
      section('Taken apart', source(carrierSpans(role, content), content)),
      section('What a reader gets', partsView(parts, diagnosis)),
      section('The same in both shapes', ...shapes(parts)),
      ...(role === 'user' ? [section('If a person had sent it', guard(content))] : []),
    ];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(verdict, 'bad', [el('b', null, 'Refused:'), ' this is no text ', ruleLink(error.rule)]);
    return [section('The content', el('div', { class: 'tw-pre' }, shown(document)))];
  }
}

/**
 * @param {HTMLElement} verdict
 * @param {import('../../assets/toolwire/src/reading.mjs').Parts} parts
 * @param {import('../../assets/toolwire/src/reading.mjs').Diagnosis} diagnosis
 */
function judge(verdict, { kind, attachments }, { declared, reason, skipped }) {
  if (declared) {
    const number = `${attachments.length} attachment${attachments.length === 1 ? '' : 's'}`;
    const left = skipped > 0 ? ` ${skipped} of its items skipped.` : '';
    say(verdict, 'good', [el('b', null, `A declared ${kind} carrier`), ` with ${number}.${left}`]);
    return;
  }
  const [why, rule] = REASONS[String(reason)];
  say(verdict, 'mixed', [el('b', null, `A legacy ${kind} carrier`), `, ${reason}: ${why}. Nothing is attached. `, ruleLink(rule)]);
}

/**
 * @param {CarrierSpan[]} spans
 * @param {string} content
 */
function source(spans, content) {
  const label = (/** @type {CarrierSpan} */ span) => (span.label ? el('span', { class: 'tw-tag' }, span.label) : null);
  if (areInline(spans, content)) {
    const pieces = spans.map((span) => el('span', { class: 'tw-span', 'data-part': span.part }, label(span), shown(content.slice(span.start, span.end))));
    return el('div', { class: 'tw-pre tw-inline', tabindex: 0, role: 'region', 'aria-label': 'The envelope, taken apart' }, pieces);
  }
  const rows = spans.map((span) =>
    el('div', { class: 'tw-row', 'data-part': span.part }, label(span), el('div', { class: 'tw-text' }, bodyNodes(content.slice(span.start, span.end), span.part))),
  );
  return el('div', { class: 'tw-source', tabindex: 0, role: 'region', 'aria-label': 'The content, taken apart' }, rows);
}

/**
 * A text in which lines that look like a declaration say that they are none.
 *
 * @param {string} text
 * @param {string} part
 * @returns {Node[]}
 */
function bodyNodes(text, part) {
  if (part !== 'body' && part !== 'none') return shown(text);
  /** @type {Node[]} */
  const found = [];
  let at = 0;
  for (const { start, end } of text.length <= 20_000 ? lookAlikes(text) : []) {
    found.push(...shown(text.slice(at, start)), el('mark', { class: 'tw-trap' }, shown(text.slice(start, end)), el('span', { class: 'tw-tag' }, 'text only')));
    at = end;
  }
  return [...found, ...shown(text.slice(at))];
}

/**
 * @param {import('../../assets/toolwire/src/reading.mjs').Parts} parts
 * @param {import('../../assets/toolwire/src/reading.mjs').Diagnosis} diagnosis
 */
function partsView({ kind, declared, attachments, text }, { reason, skipped }) {
  const targets = attachments.map(({ kind: what, target }) => el('li', null, el('span', { class: 'tw-tag', 'data-part': 'marker' }, what), ' ', el('code', null, shown(target, 400))));
  /** @type {[string, import('./dom.mjs').Child | Node[]][]} */
  const facts = [
    ['kind', kind],
    ['declared', declared ? 'yes' : `no: ${reason}`],
    ['attachments', targets.length > 0 ? el('ol', { class: 'tw-list' }, targets) : 'none'],
    ['skipped items', String(skipped)],
    ['text', el('div', { class: 'tw-pre', tabindex: 0, role: 'region', 'aria-label': 'Text' }, text === '' ? el('i', { class: 'tw-cut' }, 'empty') : bodyNodes(text, 'body'))],
  ];
  return el('dl', { class: 'tw-facts' }, facts.map(([name, value]) => el('div', null, el('dt', null, name), el('dd', null, value))));
}

/**
 * @param {import('../../assets/toolwire/src/reading.mjs').Parts} parts
 * @returns {Node[]}
 */
function shapes({ attachments, text }) {
  return [
    rendered('Prompt, role user', 'user', () => renderPrompt(text, attachments)),
    rendered('Native, role tool', 'tool', () => renderNative(null, text, attachments)),
  ];
}

/**
 * @param {string} title
 * @param {string} role
 * @param {() => string} render
 */
function rendered(title, role, render) {
  const heading = el('h4', { class: 'tw-subtitle' }, title);
  try {
    const content = render();
    return el('div', null, heading, source(carrierSpans(role, content), content));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return el('div', null, heading, el('p', null, 'A writer refuses this ', ruleLink(error.rule)));
  }
}

/** @param {string} content */
function guard(content) {
  const guarded = guardUserText(content);
  if (guarded === content) return el('p', null, 'It could be stored as it is: it forms no carrier ', ruleLink('carrier.ingress.pass'));
  return el('div', null, el('p', null, 'What comes from outside must not form a carrier; this is stored instead ', ruleLink('carrier.ingress.guard')), el('div', { class: 'tw-pre', tabindex: 0, role: 'region', 'aria-label': 'Guarded text' }, shown(guarded)));
}
