import { given } from './corpus.mjs';
import { damageMap } from './damage-map.mjs';
import { button, el, field, fill, section } from './dom.mjs';
import { LogClient } from './log-client.mjs';
import { logSource } from './log-source.mjs';
import { callRow, entryRow, findingRow, rangeRow } from './log-rows.mjs';
import { longList } from './long-list.mjs';
import { ruleLink, say, verdictLine } from './rules.mjs';
import { block, shown } from './show.mjs';
import { tabList } from './tabs.mjs';

const LARGEST = 256 * 1024 * 1024;
const MOST_OF_LINE = 4000;

/** @type {Record<string, ['good' | 'bad' | 'mixed' | 'plain', string]>} */
const VERDICTS = {
  resumable: ['good', 'nothing is wrong, and nothing is open'],
  'resumable-with-repair': ['mixed', 'recovery can close what is open'],
  'view-only': ['bad', 'it can be read, but not be gone on with'],
  unreadable: ['bad', 'no line of it is an entry'],
};

/**
 * The view on transcripts.
 *
 * @param {() => void} changed
 */
export function transcripts(changed) {
  const verdict = verdictLine();
  const out = el('div', { class: 'tw-results' });
  const bar = /** @type {HTMLProgressElement} */ (el('progress', { max: 1, value: 0, 'aria-label': 'Judging the log' }));
  const busy = el('div', { class: 'tw-busy', hidden: true }, bar, button('Stop', stop));
  const source = logSource(open);
  const root = el('div', { class: 'tw-view', 'data-wide': true }, source.root, el('div', { class: 'tw-outputs' }, verdict, busy, out));
  /** @type {LogClient | null} */
  let client = null;

  say(verdict, 'plain', ['No log is open yet.']);

  function stop() {
    client?.close();
    client = null;
    busy.hidden = true;
    say(verdict, 'plain', ['Stopped.']);
  }

  /**
   * @param {string} name
   * @param {Blob} log
   */
  async function open(name, log) {
    client?.close();
    fill(out);
    changed();
    if (log.size > LARGEST) {
      say(verdict, 'bad', [`${name} has ${log.size.toLocaleString('en')} bytes. This page takes up to ${LARGEST.toLocaleString('en')}; use toolwire check.`]);
      return;
    }
    const mine = new LogClient((done) => (bar.value = log.size > 0 ? done / log.size : 1));
    client = mine;
    bar.value = 0;
    busy.hidden = false;
    say(verdict, 'plain', [`Judging ${name} …`]);
    try {
      const summary = await mine.ask('open', log);
      busy.hidden = true;
      judge(verdict, name, summary);
      fill(out, ...results(mine, summary));
    } catch (error) {
      busy.hidden = true;
      say(verdict, 'bad', [`The log could not be judged: ${/** @type {Error} */ (error).message}`]);
    }
  }

  return {
    root,
    state: source.state,
    restore: source.restore,
    leave: () => client?.close(),
    /** @param {import('./corpus.mjs').Case} asked */
    takes({ id, input }) {
      if (input.has('log')) source.put(id, given(input.get('log')));
    },
  };
}

/**
 * @param {HTMLElement} verdict
 * @param {string} name
 * @param {any} summary
 */
function judge(verdict, name, { verdict: word, format, version, entries, size, milliseconds }) {
  const [tone, meaning] = VERDICTS[word];
  const kind = format === 'session' ? `version ${version ?? 'unknown'}` : (format ?? 'no known format');
  const facts = `${size.toLocaleString('en')} bytes, ${entries.toLocaleString('en')} entries, ${kind}, judged in ${Math.round(milliseconds).toLocaleString('en')} ms`;
  say(verdict, tone, [el('b', null, word), `: ${meaning}.`, el('small', null, `${name}: ${facts}`)]);
}

/**
 * @param {LogClient} client
 * @param {any} summary
 * @returns {Node[]}
 */
function results(client, summary) {
  const inspector = el('div', { class: 'tw-inspector', 'aria-live': 'polite' });
  const inspect = async (/** @type {number} */ byte) => {
    const { start, end, text } = await client.ask('inspect', byte, MOST_OF_LINE);
    const more = end - start > text.length ? ` (the first ${text.length.toLocaleString('en')} of them)` : '';
    fill(inspector, section(`The line at byte ${start.toLocaleString('en')}`, el('p', null, `${(end - start).toLocaleString('en')} bytes${more}`), block(text, 'The line')));
  };
  const cut = cutView(client, summary);
  const cutHere = async (/** @type {number} */ row) => {
    tabs.select('cut');
    cut.at(await client.ask('behind', row));
  };
  const pages = [
    { name: 'timeline', title: `Timeline (${summary.rows.toLocaleString('en')})`, root: timeline(client, summary, inspect, cutHere) },
    { name: 'findings', title: `Findings (${summary.findingsInAll.toLocaleString('en')})`, root: findings(summary, inspect) },
    { name: 'calls', title: `Tool calls (${summary.calls.toLocaleString('en')})`, root: calls(client, summary) },
    { name: 'context', title: 'Model context', root: context(client) },
    { name: 'cut', title: 'Cut here', root: cut.root },
  ];
  const tabs = tabList('What is in the log', pages, () => fill(inspector));
  if (summary.findingsInAll > 0) tabs.select('findings');
  return [section('Damage map', damageMap(summary.cells, summary.classes, summary.size)), el('div', { class: 'tw-section tw-inner-tabs' }, tabs.list, tabs.panels, inspector)];
}

/**
 * @param {LogClient} client
 * @param {any} summary
 * @param {(byte: number) => void} inspect
 * @param {(row: number) => void} cutHere
 */
function timeline(client, summary, inspect, cutHere) {
  if (summary.rows === 0) return el('div', null, el('p', null, 'There are no entries.'));
  const open = summary.pending.length > 0 ? `Waiting for results: ${summary.pending.slice(0, 20).join(', ')}.` : '';
  return el('div', null, open ? el('p', null, open) : null, longList('Timeline', summary.rows, (from, to) => client.ask('timeline', from, to), (row) => entryRow(row, inspect, cutHere)));
}

/**
 * @param {any} summary
 * @param {(byte: number) => void} inspect
 */
function findings({ findings: found, findingsInAll, ranges, rangesInAll }, inspect) {
  const capped = findingsInAll > found.length ? el('p', { class: 'tw-notice' }, `Only the first ${found.length.toLocaleString('en')} of ${findingsInAll.toLocaleString('en')} findings are listed.`) : null;
  const rangesCapped = rangesInAll > ranges.length ? el('p', { class: 'tw-notice' }, `Only the first ${ranges.length.toLocaleString('en')} of ${rangesInAll.toLocaleString('en')} ranges are listed.`) : null;
  return el(
    'div',
    null,
    found.length === 0 ? el('p', null, 'Nothing is wrong.') : longList('Findings', found.length, (from, to) => found.slice(from, to), (row) => findingRow(row, inspect)),
    capped,
    el('details', { class: 'tw-more' }, el('summary', null, `All ranges (${rangesInAll.toLocaleString('en')})`), longList('Ranges', ranges.length, (from, to) => ranges.slice(from, to), (row) => rangeRow(row, inspect)), rangesCapped),
  );
}

/**
 * @param {LogClient} client
 * @param {any} summary
 */
function calls(client, summary) {
  if (summary.calls === 0) return el('div', null, el('p', null, 'No tool was called.'));
  return el('div', null, longList('Tool calls', summary.calls, (from, to) => client.ask('calls', from, to), callRow));
}

/** @param {LogClient} client */
function context(client) {
  const root = el('div', null, el('p', null, 'Reading …'));
  client.ask('context').then((view) => {
    if (view === null) {
      fill(root, el('p', null, 'A log that does not load and validate has no model context. ', ruleLink('context.valid')));
      return;
    }
    const { summary, firstKept, length } = view;
    fill(
      root,
      el('p', null, `The model is sent ${length.toLocaleString('en')} messages${summary ? ', after the summary of a compaction' : ''}.`),
      summary ? el('div', null, el('h4', { class: 'tw-subtitle' }, `Summary, in place of everything before ${firstKept}`), block(JSON.parse(summary).content[0].text, 'Summary')) : null,
      length > 0 ? longList('Messages', length, (from, to) => client.ask('messages', from, to), (row) => entryRow(row)) : null,
    );
  });
  return root;
}

/**
 * @param {LogClient} client
 * @param {any} summary
 */
function cutView(client, summary) {
  const number = /** @type {HTMLInputElement} */ (el('input', { type: 'number', min: 0, max: summary.size, value: summary.size, onchange: () => at(Number(number.value)) }));
  const slider = /** @type {HTMLInputElement} */ (el('input', { type: 'range', min: 0, max: summary.size, value: summary.size, 'aria-label': 'Where the file ends', onchange: () => at(Number(slider.value)) }));
  const out = el('div', { 'aria-live': 'polite' });
  const root = el('div', null, el('p', null, 'If the machine had stopped here, what would recovery do?'), field('The file ends at byte', number), slider, out);

  /** @param {number} byte */
  async function at(byte) {
    const end = Math.max(0, Math.min(summary.size, Math.trunc(byte) || 0));
    number.value = String(end);
    slider.value = String(end);
    fill(out, el('p', null, 'Reading up to there …'));
    fill(out, ...recovered(await client.ask('cut', end, `${new Date().toISOString().slice(0, 19)}Z`)));
  }

  return { root, at };
}

/**
 * @param {any} answer
 * @returns {Node[]}
 */
function recovered({ tail, broken, lines, scope }) {
  if (broken) return [el('p', null, `Nothing: the log is damaged at byte ${broken.byte.toLocaleString('en')}, before the cut. `, ruleLink(broken.rule))];
  const open = Object.entries(scope).filter(([, id]) => id !== null).map(([unit, id]) => `${unit} ${id}`);
  return [
    el('p', null, open.length > 0 ? `Open at this point: ${open.join(', ')}.` : 'Nothing is open at this point.'),
    tail.end > tail.start ? el('p', null, el('b', null, `It cuts off bytes ${tail.start.toLocaleString('en')} to ${(tail.end - 1).toLocaleString('en')}`), ', an unfinished line. ', ruleLink('file.tail')) : el('p', null, 'There is no unfinished line to cut off.'),
    lines.length > 0 ? el('div', null, el('p', null, el('b', null, `It appends ${lines.length} ${lines.length === 1 ? 'entry' : 'entries'}:`)), el('div', { class: 'tw-pre', tabindex: 0, role: 'region', 'aria-label': 'Appended entries' }, shown(lines.join('')))) : el('p', null, 'It appends nothing.'),
  ];
}
