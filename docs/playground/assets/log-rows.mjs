import { toneOf } from './damage-map.mjs';
import { lasted } from './describe.mjs';
import { button, el } from './dom.mjs';
import { ruleLink } from './rules.mjs';
import { shown } from './show.mjs';

/** @type {Record<string, string>} */
const TONES = { completed: 'sound', failed: 'bad', error: 'bad', cancelled: 'tail', interrupted: 'tail', open: 'tail' };

/** @param {string} status */
function pill(status) {
  return status ? el('span', { class: 'tw-key', 'data-tone': TONES[status] ?? 'quiet' }, status) : null;
}

/**
 * An entry in a line.
 *
 * @param {any} row of the timeline
 * @param {(byte: number) => void} [inspect]
 * @param {(row: number) => void} [cutHere]
 */
export function entryRow({ row, start, depth, seq, type, title, text, status, duration }, inspect, cutHere) {
  return [
    el('span', { class: 'tw-seq' }, seq),
    el('span', { class: 'tw-depth', 'data-depth': depth, 'aria-hidden': 'true' }),
    el('span', { class: 'tw-kind', 'data-type': type.split('/')[0] }, title),
    el('span', { class: 'tw-words' }, shown(text.trim().replaceAll('\n', ' '), 200)),
    pill(status),
    duration === null ? null : el('span', { class: 'tw-time' }, lasted(duration)),
    inspect ? button('line', () => inspect(start), { class: 'tw-mini', 'aria-label': `Show the line of entry ${seq}` }) : null,
    cutHere ? button('cut', () => cutHere(row), { class: 'tw-mini', 'aria-label': `Cut behind entry ${seq}` }) : null,
  ];
}

/**
 * @param {{ rule: string, byte: number }} finding
 * @param {(byte: number) => void} inspect
 */
export function findingRow({ rule, byte }, inspect) {
  return [el('span', { class: 'tw-seq' }, byte.toLocaleString('en')), el('span', { class: 'tw-words' }, ruleLink(rule)), button('line', () => inspect(byte), { class: 'tw-mini', 'aria-label': `Show the line at byte ${byte}` })];
}

/**
 * @param {{ class: string, start: number, end: number }} range
 * @param {(byte: number) => void} inspect
 */
export function rangeRow({ class: name, start, end }, inspect) {
  return [
    el('span', { class: 'tw-seq' }, start.toLocaleString('en')),
    el('span', { class: 'tw-key', 'data-tone': toneOf(name) }, name),
    el('span', { class: 'tw-words' }, `${(end - start).toLocaleString('en')} bytes`),
    button('line', () => inspect(start), { class: 'tw-mini', 'aria-label': `Show the line at byte ${start}` }),
  ];
}

/** @param {any} call */
export function callRow({ id, name, request, dispatch, result, outcome, status, error, duration }) {
  const stages = [['asked', request], ['started', dispatch], ['result', result], ['outcome', outcome]];
  return [
    el('span', { class: 'tw-kind', 'data-type': 'tool_call' }, shown(name, 60)),
    el('span', { class: 'tw-words' }, shown(id, 80)),
    ...stages.map(([stage, row]) => el('span', { class: 'tw-stage', 'data-there': row === null ? 'no' : 'yes', title: row === null ? `no ${stage}` : `${stage} in entry ${row}` }, row === null ? `no ${stage}` : stage)),
    pill(status || (result === null ? 'open' : error ? 'error' : '')),
    el('span', { class: 'tw-time' }, lasted(duration)),
  ];
}
