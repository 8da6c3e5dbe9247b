import { Survey } from './survey.mjs';

/** @type {Survey | null} */
let survey = null;

const progress = (/** @type {number} */ done) => postMessage({ progress: done });

/**
 * What the page may ask for, by name.
 *
 * @type {Record<string, (...args: any[]) => unknown>}
 */
const questions = {
  /** @param {Blob} file */
  async open(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const started = performance.now();
    survey = new Survey(bytes, progress);
    survey.run();
    return { ...survey.summary(), milliseconds: performance.now() - started };
  },
  timeline: (from, to) => survey?.timeline(from, to),
  calls: (from, to) => survey?.callRows(from, to),
  context: () => survey?.context(),
  messages: (from, to) => survey?.contextMessages(from, to),
  inspect: (byte, most) => survey?.inspect(byte, most),
  cut: (byte, now) => survey?.cut(byte, now),
  behind: (row) => survey?.behind(row),
};

addEventListener('message', async ({ data: { id, question, args } }) => {
  try {
    postMessage({ id, answer: await questions[question](...args) });
  } catch (error) {
    postMessage({ id, fault: String(error) });
  }
});
