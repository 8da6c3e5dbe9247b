import { button, el, fresh } from './dom.mjs';
import { editor } from './editor.mjs';
import { samples } from './samples.mjs';

const MOST_EDITED = 100_000;

/**
 * Where a log comes from: a file that is dropped or chosen, a sample, or what is typed.
 *
 * @param {(name: string, log: Blob) => void} opened
 * @param {string} [most] how large a log may be
 */
export function logSource(opened, most = '100 MB') {
  const id = fresh('file');
  const input = /** @type {HTMLInputElement} */ (el('input', { type: 'file', id, accept: '.jsonl,.ndjson,.log,.txt,application/json,text/plain', onchange: choose }));
  const drop = el('div', { class: 'tw-drop', ondragover: over, ondragleave: leave, ondrop: dropped }, el('label', { for: id }, 'Drop a session log here, or choose one'), input, el('small', null, `Up to ${most}. It stays on this machine.`));
  const typed = editor('The log', { rows: 8, changed() {} });
  const picks = samples.map((sample) => el('li', null, button(sample.title, () => use(sample.name), { class: 'tw-chip', title: sample.about })));
  const root = el(
    'div',
    { class: 'tw-inputs' },
    drop,
    el('h3', { class: 'tw-subtitle' }, 'Samples'),
    el('ul', { class: 'tw-chips' }, picks),
    el('details', { class: 'tw-more' }, el('summary', null, 'Type or change a log'), typed.root, el('div', { class: 'tw-buttons' }, button('Judge this log', () => put('typed', typed.value)))),
  );
  /** The sample that is open, or how the typed log is spelled. @type {Record<string, string>} */
  let kept = {};

  function choose() {
    const file = input.files?.[0];
    if (file) take(file);
    input.value = ''; // so that the same file can be chosen again
  }

  /** @param {File} file */
  function take(file) {
    kept = {};
    opened(file.name, file);
  }

  /** @param {Event} event */
  function over(event) {
    event.preventDefault();
    drop.dataset.over = '';
  }

  function leave() {
    delete drop.dataset.over;
  }

  /** @param {Event} event */
  function dropped(event) {
    event.preventDefault();
    leave();
    const file = /** @type {DragEvent} */ (event).dataTransfer?.files[0];
    if (file) take(file);
  }

  /** @param {string} name of a sample */
  function use(name) {
    const sample = samples.find((one) => one.name === name);
    if (!sample) return;
    typed.value = sample.log;
    kept = { sample: name };
    opened(sample.title, new Blob([/** @type {BlobPart} */ (sample.log)]));
  }

  /**
   * @param {string} name
   * @param {string | Uint8Array} log
   */
  function put(name, log) {
    typed.value = log.length <= MOST_EDITED ? log : '';
    kept = { log: typed.kept };
    opened(name, new Blob([/** @type {BlobPart} */ (typeof log === 'string' ? log.toWellFormed() : log)]));
  }

  return {
    root,
    use,
    put,
    state: () => kept,
    /** @param {URLSearchParams} state */
    restore(state) {
      const log = state.get('log');
      if (state.has('sample')) use(String(state.get('sample')));
      else if (log) {
        typed.kept = log;
        put('typed', typed.value);
      }
    },
  };
}
