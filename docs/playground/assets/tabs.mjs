import { el, fresh } from './dom.mjs';

/**
 * @typedef {object} Tab
 * @property {string} name
 * @property {string} title
 * @property {HTMLElement} root
 */

/**
 * A list of tabs with their panels: one stop of the tab key, arrows, Home and End move within.
 *
 * @param {string} label
 * @param {Tab[]} tabs
 * @param {(name: string) => void} [changed] called when a person has chosen another one
 */
export function tabList(label, tabs, changed = () => {}) {
  const handles = tabs.map(({ name, title, root }) => {
    const handle = el('button', { type: 'button', role: 'tab', id: fresh('tab'), 'data-tab': name, onclick: () => choose(name) }, title);
    root.id ||= fresh('panel');
    root.setAttribute('role', 'tabpanel');
    root.setAttribute('aria-labelledby', handle.id);
    handle.setAttribute('aria-controls', root.id);
    return handle;
  });
  const list = el('div', { role: 'tablist', 'aria-label': label, class: 'tw-tabs', onkeydown: move }, handles);
  const panels = el('div', { class: 'tw-panels' }, ...tabs.map(({ root }) => root));
  let chosen = tabs[0].name;

  /** @param {string} name */
  function select(name) {
    if (!tabs.some((tab) => tab.name === name)) return;
    chosen = name;
    for (const [index, tab] of tabs.entries()) {
      const on = tab.name === name;
      handles[index].setAttribute('aria-selected', String(on));
      handles[index].tabIndex = on ? 0 : -1;
      tab.root.hidden = !on;
      if (on) reveal(handles[index]);
    }
  }

  /** @param {HTMLElement} handle */
  function reveal(handle) {
    requestAnimationFrame(() => {
      const [start, end] = [handle.offsetLeft - list.offsetLeft, handle.offsetLeft - list.offsetLeft + handle.offsetWidth];
      if (start < list.scrollLeft) list.scrollLeft = start;
      else if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth;
    });
  }

  /** @param {string} name */
  function choose(name) {
    select(name);
    changed(name);
  }

  /** @param {Event} event */
  function move(event) {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const at = tabs.findIndex(({ name }) => name === chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the theme has shortcuts of its own
    const index = (to + tabs.length) % tabs.length;
    choose(tabs[index].name);
    handles[index].focus();
  }

  select(chosen);
  return {
    list,
    panels,
    select,
    get chosen() {
      return chosen;
    },
  };
}
