/** Draws reproducible random numbers (mulberry32), so that a failure can be repeated. */
exports.Random = class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed;
  }

  /** Returns a fraction from 0 on and below 1. */
  fraction() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /**
   * Returns a whole number from min to max, both included.
   * @param {number} min
   * @param {number} max
   */
  between(min, max) {
    return min + this.below(max - min + 1);
  }

  /**
   * Returns a whole number from 0 on and below the limit.
   * @param {number} limit
   */
  below(limit) {
    return Math.floor(this.fraction() * limit);
  }

  /**
   * @template Item
   * @param {readonly Item[]} items
   * @returns {Item}
   * @throws RangeError if there are no items
   */
  pick(items) {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  }
};
