import { el, fresh } from './dom.mjs';
import { escaped, needsEscapes, unescaped } from './escapes.mjs';

/**
 * A text area whose text may hold anything: what it could not hold or show is spelled with escapes.
 *
 * @param {string} label
 * @param {{ rows?: number, changed: () => void }} options
 */
export function editor(label, { rows = 8, changed }) {
  const id = fresh('editor');
  const area = /** @type {HTMLTextAreaElement} */ (
    el('textarea', { id, rows, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', 'aria-describedby': `${id}-hint`, oninput: changed })
  );
  const box = /** @type {HTMLInputElement} */ (el('input', { type: 'checkbox', id: `${id}-escapes`, onchange: respell }));
  const hint = el('small', { id: `${id}-hint`, hidden: true }, '\\r  \\t  \\u{202E}  \\\\  and \\xFF for a byte that is no text');
  const switched = el('span', { class: 'tw-escapes' }, box, el('label', { for: box.id }, 'escapes'));
  const root = el('div', { class: 'tw-field' }, el('div', { class: 'tw-label-row' }, el('label', { for: id }, label), switched), area, hint);

  function respell() {
    const value = box.checked ? area.value : unescaped(area.value);
    if (!box.checked && needsEscapes(value)) box.checked = true;
    else area.value = box.checked ? escaped(value) : String(value);
    hint.hidden = !box.checked;
    changed();
  }

  return {
    root,
    area,
    /** @returns {string | Uint8Array} */
    get value() {
      return box.checked ? unescaped(area.value) : area.value;
    },
    /** @param {string | Uint8Array} value */
    set value(value) {
      box.checked = needsEscapes(value);
      area.value = box.checked ? escaped(value) : String(value);
      hint.hidden = !box.checked;
    },
    /** What the address keeps: the spelling, with a sign in front. */
    get kept() {
      return area.value === '' ? '' : (box.checked ? '~' : '=') + area.value;
    },
    /** @param {string} kept */
    set kept(kept) {
      box.checked = kept[0] === '~';
      area.value = kept.slice(1);
      hint.hidden = !box.checked;
    },
  };
}
