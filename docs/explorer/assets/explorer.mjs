import { readAddress, writeAddress } from '../../playground/assets/address.mjs';
import { describe } from '../../playground/assets/describe.mjs';
import { button, el, fill, section, soon } from '../../playground/assets/dom.mjs';
import { logSource } from '../../playground/assets/log-source.mjs';
import { ruleLink, say, verdictLine } from '../../playground/assets/rules.mjs';
import { block, shown } from '../../playground/assets/show.mjs';
import { encodeEntry, Refusal, writeJson } from '../../playground/assets/toolwire.mjs';
import { Walk } from './walk.mjs';

const NOW = '2026-01-02T04:00:00Z';
const LARGEST = 4 * 1024 * 1024;

class Explorer extends HTMLElement {
  /** @type {Walk | null} */
  walk = null;
  at = 0;

  connectedCallback() {
    this.remember = soon(() => this.touched && writeAddress({ ...this.source.state(), at: String(this.at) }));
    for (const kind of ['input', 'click', 'drop']) this.addEventListener(kind, () => (this.touched = true));
    this.source = logSource((name, log) => this.open(name, log), '4 MB');
    this.verdict = verdictLine();
    this.board = el('div', { class: 'tw-results' });
    this.steps = el('ol', { class: 'tw-steps' });
    this.session = section('The session', this.steps);
    this.session.hidden = true;
    this.slider = /** @type {HTMLInputElement} */ (el('input', { type: 'range', min: 0, 'aria-label': 'Entries so far', oninput: () => this.go(Number(this.slider.value)) }));
    const move = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ to) => button(sign, () => this.go(to()), { 'aria-label': label });
    this.controls = el(
      'div',
      { class: 'tw-walk', role: 'group', 'aria-label': 'Step through the session', hidden: true },
      move('«', 'To the start', () => 0),
      move('‹', 'One entry back', () => this.at - 1),
      this.slider,
      move('›', 'One entry on', () => this.at + 1),
      move('»', 'To the end', () => this.walk?.valid ?? 0),
    );
    this.restored = () => this.restore();
    addEventListener('hashchange', this.restored);
    fill(this, el('div', { class: 'tw-view' }, el('div', { class: 'tw-inputs' }, this.source.root, this.session), el('div', { class: 'tw-outputs' }, this.verdict, this.controls, this.board)));
    this.restore();
  }

  disconnectedCallback() {
    removeEventListener('hashchange', this.restored);
  }

  restore() {
    const state = readAddress();
    this.touched = false;
    this.wanted = Number(state.get('at') ?? 6);
    if (state.has('log')) this.source.restore(state);
    else this.source.use(state.get('sample') ?? 'sound');
  }

  /**
   * @param {string} name
   * @param {Blob} log
   */
  async open(name, log) {
    fill(this.board);
    this.controls.hidden = true;
    this.session.hidden = true;
    if (log.size > LARGEST) {
      say(this.verdict, 'bad', [`${name} has ${log.size.toLocaleString('en')} bytes. The explorer takes up to ${LARGEST.toLocaleString('en')}; the playground takes more.`]);
      return;
    }
    try {
      this.walk = new Walk(new Uint8Array(await log.arrayBuffer()));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(this.verdict, 'bad', [el('b', null, 'This log does not load: '), ruleLink(error.rule), el('small', null, 'Look at it in the playground, which shows every damaged place.')]);
      return;
    }
    this.controls.hidden = false;
    this.session.hidden = false;
    this.go(this.wanted ?? 0);
    this.wanted = 0;
  }

  /** @param {number} at how many entries have been accepted */
  go(at) {
    const { walk } = this;
    if (walk === null) return;
    this.at = Math.max(0, Math.min(walk.valid, at));
    this.slider.max = String(walk.valid);
    this.slider.value = String(this.at);
    this.draw(walk);
    this.remember();
  }

  /** @param {Walk} walk */
  draw(walk) {
    const { at } = this;
    const position = walk.position(at);
    const last = at > 0 ? describe(walk.entries[at - 1]) : null;
    const note = walk.broken === null ? '' : ` Entry ${walk.valid} breaks a rule, so the walk ends before it.`;
    say(this.verdict, walk.broken === null ? 'plain' : 'mixed', [
      el('b', null, `After ${at} of ${walk.entries.length} entries. `),
      last ? `The last one: ${last.title} ${last.text}`.trim() : 'Nothing has happened yet.',
      note,
      walk.broken === null ? null : ruleLink(walk.broken),
    ].filter((word) => word !== null));
    const repairs = walk.crash(at, NOW);
    fill(this.steps, walk.entries.slice(0, walk.valid).map((entry, index) => this.step(entry, index)));
    const here = /** @type {HTMLElement | null} */ (this.steps.querySelector('[aria-current]'));
    if (here) this.steps.scrollTop = here.offsetTop - this.steps.offsetTop - this.steps.clientHeight / 2;
    fill(
      this.board,
      section('Where the session stands', scopeFigure(position)),
      section('What may come next', nextView(position.next, (entry) => this.append(entry))),
      section('Crash here', crashView(repairs)),
    );
  }

  /**
   * @param {import('./walk.mjs').JsonObject} entry
   * @param {number} index
   */
  step(entry, index) {
    const { title, text } = describe(entry);
    const here = index === this.at - 1;
    const go = button([el('b', null, title), ' ', shown(text.trim().replaceAll('\n', ' '), 90)], () => this.go(index + 1), { class: 'tw-step', 'aria-current': here ? 'step' : null });
    return el('li', { 'data-done': index < this.at ? 'yes' : 'no' }, go);
  }

  /** @param {import('./walk.mjs').JsonObject} entry */
  append(entry) {
    this.walk?.append(this.at, entry);
    this.go(this.at + 1);
    this.board.querySelector('h3')?.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * Run, turn and step as boxes in each other, and the calls that wait.
 *
 * @param {ReturnType<Walk['position']>} position
 */
function scopeFigure({ scope, pending, activeCompaction }) {
  const calls = pending.length > 0
    ? el('ol', { class: 'tw-waiting' }, pending.map(({ id, name, dispatched }, index) => el('li', null, el('b', null, name), ` ${id} `, el('span', { class: 'tw-key', 'data-tone': dispatched ? 'sound' : 'quiet' }, dispatched ? 'started' : 'not started'), index === 0 ? el('span', { class: 'tw-tag' }, 'its result comes first') : null)))
    : el('p', null, 'No call waits for its result.');
  const box = (/** @type {string} */ unit, /** @type {string | null} */ id, /** @type {Node} */ inner) => el('div', { class: 'tw-scope', 'data-open': id === null ? 'no' : 'yes' }, el('span', { class: 'tw-tag' }, `${unit}: `, id ?? 'none open'), inner);
  return el('div', null, box('run', scope.run, box('turn', scope.turn, box('step', scope.step, calls))), el('p', null, 'Active compaction: ', el('code', null, activeCompaction ?? 'none')));
}

/**
 * @param {import('./walk.mjs').Possibility[]} possibilities
 * @param {(entry: import('./walk.mjs').JsonObject) => void} append
 */
function nextView(possibilities, append) {
  const row = (/** @type {import('./walk.mjs').Possibility} */ { name, about, entry, rule }) =>
    el(
      'li',
      { 'data-open': rule === null ? 'yes' : 'no' },
      el('b', { class: 'tw-sign', 'aria-hidden': 'true' }, rule === null ? '✓' : '✕'),
      el('div', null, el('b', null, name), el('small', null, about), rule === null ? null : el('span', { class: 'tw-why' }, ruleLink(rule))),
      rule === null ? button('append', () => append(entry), { class: 'tw-mini', 'aria-label': `Append ${name}`, title: writeJson(entry) }) : null,
    );
  const ordered = [...possibilities.filter(({ rule }) => rule === null), ...possibilities.filter(({ rule }) => rule !== null)];
  return el('ul', { class: 'tw-next', 'aria-label': 'Kinds of entries' }, ordered.map(row));
}

/** @param {import('./walk.mjs').JsonObject[]} repairs */
function crashView(repairs) {
  if (repairs.length === 0) return el('p', null, 'Recovery would append nothing: everything is closed.');
  const rows = repairs.map((entry) => {
    const { title, text, status } = describe(entry);
    return el('li', null, el('b', null, title), ` ${text} `, status ? el('span', { class: 'tw-key', 'data-tone': 'tail' }, status) : null);
  });
  return el(
    'div',
    null,
    el('p', null, `Recovery would append ${repairs.length} ${repairs.length === 1 ? 'entry' : 'entries'}:`),
    el('ol', { class: 'tw-repairs' }, rows),
    el('details', { class: 'tw-more' }, el('summary', null, 'The exact lines'), block(repairs.map(encodeEntry).join(''), 'Appended lines')),
  );
}

customElements.define('tw-explorer', Explorer);
