import { button, el } from './dom.mjs';
import { ruleLink } from './rules.mjs';
import { jsonBlock } from './show.mjs';

/**
 * A case of the corpus: what is asked, what is expected, and what the implementation in this page answers.
 *
 * @param {import('./corpus.mjs').Case} asked
 * @param {Map<string, any>} answer
 * @param {boolean} agrees
 * @param {() => void} close
 */
export function casePanel(asked, answer, agrees, close) {
  const { id, title, op, requirements, input, expect } = asked;
  const tone = agrees ? 'good' : 'bad';
  const page = new URL(`../../cases/${encodeURIComponent(id)}/`, import.meta.url);
  return el(
    'section',
    { class: 'tw-case', 'data-tone': tone, 'aria-label': `Case ${id}` },
    el(
      'header',
      null,
      el('b', { class: 'tw-sign', 'aria-hidden': 'true' }, agrees ? '✓' : '✕'),
      el('div', { class: 'tw-case-title' }, el('a', { href: page }, el('code', null, id)), ' ', el('code', { class: 'tw-op' }, op), el('p', null, title)),
      button('×', close, { class: 'tw-close', 'aria-label': 'Close the case' }),
    ),
    el('p', { class: 'tw-case-rules' }, requirements.flatMap((rule) => [ruleLink(rule), ' '])),
    el(
      'div',
      { class: 'tw-sides' },
      side('input', input),
      side('expected', expect),
      side(agrees ? 'answered, as expected' : 'answered otherwise', answer),
    ),
  );
}

/**
 * @param {string} title
 * @param {Map<string, any>} value
 */
function side(title, value) {
  return el('div', null, el('h4', { class: 'tw-subtitle' }, title), jsonBlock(value, title, 6000));
}
