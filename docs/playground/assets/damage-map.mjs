import { el } from './dom.mjs';

/** @type {Record<string, 'sound' | 'quiet' | 'tail' | 'bad'>} */
const TONES = { record: 'sound', header: 'sound', none: 'quiet', blank: 'quiet', 'unterminated-record': 'tail', 'torn-tail': 'tail' };
/** @type {Record<string, [number, number]>} where a cell of each tone begins and ends: bad ones stand out without their colour */
const SHAPES = { quiet: [0.45, 0.55], sound: [0.25, 0.75], tail: [0.1, 0.9], bad: [0, 1] };

/**
 * The file as a bar, its bytes from left to right.
 *
 * @param {string[]} cells the worst class of each piece
 * @param {{ name: string, count: number, bytes: number }[]} classes
 * @param {number} size
 */
export function damageMap(cells, classes, size) {
  const canvas = /** @type {HTMLCanvasElement} */ (el('canvas', { class: 'tw-map', width: cells.length, height: 40, role: 'img', 'aria-label': sentence(classes, size) }));
  const draw = () => paint(canvas, cells);
  requestAnimationFrame(draw);
  const watcher = new MutationObserver(() => requestAnimationFrame(draw));
  watcher.observe(document.body, { attributes: true, attributeFilter: ['data-md-color-scheme'] });
  const keys = classes.map(({ name, count, bytes }) =>
    el('li', null, el('span', { class: 'tw-key', 'data-tone': toneOf(name) }, name), el('span', { class: 'tw-count' }, `${count.toLocaleString('en')} × · ${bytes.toLocaleString('en')} bytes`)),
  );
  const ends = el('div', { class: 'tw-ends', 'aria-hidden': 'true' }, el('span', null, '0'), el('span', null, size.toLocaleString('en')));
  return el('div', null, canvas, ends, el('ul', { class: 'tw-keys' }, keys));
}

/**
 * @param {string} name of a class
 * @returns {'sound' | 'quiet' | 'tail' | 'bad'}
 */
export function toneOf(name) {
  return TONES[name] ?? 'bad';
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string[]} cells
 */
function paint(canvas, cells) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const style = getComputedStyle(canvas);
  context.clearRect(0, 0, canvas.width, canvas.height);
  for (const [index, name] of cells.entries()) {
    const tone = toneOf(name);
    const [from, to] = SHAPES[tone];
    context.fillStyle = style.getPropertyValue(`--tw-${tone}`);
    context.fillRect(index, from * canvas.height, 1, (to - from) * canvas.height);
  }
}

/**
 * @param {{ name: string, count: number, bytes: number }[]} classes
 * @param {number} size
 */
function sentence(classes, size) {
  const parts = classes.map(({ name, bytes }) => `${bytes.toLocaleString('en')} ${name}`);
  return `Damage map of ${size.toLocaleString('en')} bytes: ${parts.join(', ') || 'nothing'}`;
}
