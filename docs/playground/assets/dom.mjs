/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Properties */

/**
 * Makes an element. A property that begins with `on` is a listener, `true` an empty attribute; text is text and never markup.
 *
 * @param {string} tag
 * @param {Properties | null} [properties]
 * @param {...unknown} children nodes and texts, in lists of any depth; null and false are left out
 * @returns {HTMLElement}
 */
export function el(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  fill(element, ...children);
  return element;
}

/**
 * Gives an element other children.
 *
 * @template {Element} T
 * @param {T} element
 * @param {...unknown} children nodes and texts, in lists of any depth; null and false are left out
 * @returns {T}
 */
export function fill(element, ...children) {
  const kept = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...kept.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/**
 * A button.
 *
 * @param {unknown} label
 * @param {() => void} act
 * @param {Properties} [properties]
 */
export function button(label, act, properties = {}) {
  return /** @type {HTMLButtonElement} */ (el('button', { type: 'button', ...properties, class: `tw-button ${properties.class ?? ''}`, onclick: act }, label));
}

let names = 0;

/**
 * @param {string} stem
 * @returns {string} an id that no other element has
 */
export function fresh(stem) {
  names += 1;
  return `tw-${stem}-${names}`;
}

/**
 * A field with its label, and perhaps a hint.
 *
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [hint]
 */
export function field(label, control, hint) {
  control.id ||= fresh('field');
  const note = hint ? el('small', { id: `${control.id}-hint` }, hint) : null;
  if (note) control.setAttribute('aria-describedby', note.id);
  return el('div', { class: 'tw-field' }, el('label', { for: control.id }, label), control, note);
}

/**
 * A titled part of a view.
 *
 * @param {string} title
 * @param {...unknown} children nodes and texts, in lists of any depth; null and false are left out
 */
export function section(title, ...children) {
  const heading = el('h3', { class: 'tw-title', id: fresh('title') }, title);
  return el('section', { class: 'tw-section', 'aria-labelledby': heading.id }, heading, ...children);
}

/**
 * Calls a function once things have been quiet for a while.
 *
 * @param {() => void} act
 * @param {number} [milliseconds]
 */
export function soon(act, milliseconds = 120) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

/** Whether there is room for two columns. */
export function isWide() {
  return matchMedia('(min-width: 60em)').matches;
}
