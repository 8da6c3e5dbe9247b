import { el } from './dom.mjs';

const HEIGHT = 34;
/** Browsers limit how tall an element may be. */
const MOST = 500_000;

/**
 * A list of any length of which only the rows in sight exist.
 *
 * @template Row
 * @param {string} label
 * @param {number} length
 * @param {(from: number, to: number) => Promise<Row[]> | Row[]} rows
 * @param {(row: Row, index: number) => import('./dom.mjs').Child | Node[]} draw
 */
export function longList(label, length, rows, draw) {
  const shown = Math.min(length, MOST);
  const inner = el('div', { class: 'tw-long-inner', role: 'list' });
  inner.style.blockSize = `${shown * HEIGHT}px`;
  const box = el('div', { class: 'tw-long', tabindex: 0, role: 'region', 'aria-label': `${label}, ${length.toLocaleString('en')} rows` }, inner);
  let asked = 0;

  async function fillIn() {
    const from = Math.max(0, Math.floor(box.scrollTop / HEIGHT) - 8);
    const to = Math.min(shown, from + Math.ceil((box.clientHeight || 400) / HEIGHT) + 16);
    asked += 1;
    const mine = asked;
    const found = await rows(from, to);
    if (mine !== asked) return; // a later question is on its way
    inner.replaceChildren(
      ...found.map((row, index) => {
        const item = el('div', { class: 'tw-item', role: 'listitem', 'aria-setsize': length, 'aria-posinset': from + index + 1 }, draw(row, from + index));
        item.style.insetBlockStart = `${(from + index) * HEIGHT}px`;
        return item;
      }),
    );
  }

  box.addEventListener('scroll', fillIn, { passive: true });
  new ResizeObserver(fillIn).observe(box);
  box.style.maxBlockSize = `${Math.max(1, Math.min(shown, 12)) * HEIGHT + 2}px`;
  const notice = length > shown ? el('p', { class: 'tw-notice' }, `Only the first ${shown.toLocaleString('en')} of ${length.toLocaleString('en')} rows are listed.`) : null;
  return el('div', null, box, notice);
}
