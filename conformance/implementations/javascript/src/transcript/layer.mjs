/**
 * A map that reads through to another one and keeps what is new to itself, so that it can be thrown away or merged.
 *
 * @template V
 */
export class Layer {
  /** @type {Map<string, V>} */
  #own = new Map();
  /** @type {Layer<V> | null} */
  #below;

  /** @param {Layer<V> | null} [below] */
  constructor(below = null) {
    this.#below = below;
  }

  /**
   * @param {string} key
   * @returns {V | undefined}
   */
  get(key) {
    return this.#own.get(key) ?? this.#below?.get(key);
  }

  /**
   * @param {string} key
   * @param {V} value
   */
  set(key, value) {
    this.#own.set(key, value);
  }

  /** @param {Layer<V>} above one that was made on this one */
  merge(above) {
    for (const [key, value] of above.#own) this.#own.set(key, value);
  }
}
