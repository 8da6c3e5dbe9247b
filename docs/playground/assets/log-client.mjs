/**
 * A log in a worker of its own: the page stays quick, whatever the file is.
 */
export class LogClient {
  #worker = new Worker(new URL('log-worker.mjs', import.meta.url), { type: 'module' });
  /** @type {Map<number, { answered: (answer: any) => void, failed: (error: Error) => void }>} */
  #waiting = new Map();
  #asked = 0;

  /** @param {(done: number) => void} progress is told how many bytes are judged */
  constructor(progress) {
    this.#worker.addEventListener('message', ({ data }) => {
      if ('progress' in data) {
        progress(data.progress);
        return;
      }
      const { answered, failed } = this.#waiting.get(data.id) ?? { answered() {}, failed() {} };
      this.#waiting.delete(data.id);
      if ('fault' in data) failed(new Error(data.fault));
      else answered(data.answer);
    });
    this.#worker.addEventListener('error', ({ message }) => this.#fail(new Error(message || 'the worker did not start')));
  }

  /**
   * @param {string} question
   * @param {...unknown} args
   * @returns {Promise<any>}
   */
  ask(question, ...args) {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((answered, failed) => {
      this.#waiting.set(id, { answered, failed });
      this.#worker.postMessage({ id, question, args });
    });
  }

  /** Ends the worker; what was asked is never answered. */
  close() {
    this.#worker.terminate();
    this.#waiting.clear();
  }

  /** @param {Error} error */
  #fail(error) {
    for (const { failed } of this.#waiting.values()) failed(error);
    this.#waiting.clear();
  }
}
