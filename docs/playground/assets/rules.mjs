import { el } from './dom.mjs';

/** Where a requirement is found, seen from a page of the site: its permanent address. */
const REQUIREMENTS = new URL('../../r/', import.meta.url);

/**
 * @param {string} rule
 * @returns {HTMLElement} the name of a requirement, as a link to its text
 */
export function ruleLink(rule) {
  return el('a', { class: 'tw-rule', href: `${REQUIREMENTS}${rule}/` }, el('code', null, rule));
}

/**
 * A verdict in one line, said to screen readers when it changes.
 *
 * @returns {HTMLElement}
 */
export function verdictLine() {
  return el('div', { class: 'tw-verdict', role: 'status' });
}

/**
 * @param {HTMLElement} line
 * @param {'good' | 'bad' | 'mixed' | 'plain'} tone
 * @param {import('./dom.mjs').Child[]} words
 */
export function say(line, tone, words) {
  const sign = { good: '✓', bad: '✕', mixed: '!', plain: '–' }[tone];
  line.dataset.tone = tone;
  line.replaceChildren(el('b', { class: 'tw-sign', 'aria-hidden': 'true' }, sign), el('span', null, ...words));
}
