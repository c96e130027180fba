/**
 * @template Item
 * @param {() => number} random
 * @param {readonly Item[]} items
 * @returns {Item}
 */
function pick(random, items) {
  return /** @type {Item} */ (items[Math.floor(random() * items.length)]);
}

/**
 * Numbers from 0 to 1 that a seed repeats: mulberry32.
 * @param {number} seed
 */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

module.exports = { pick, randomOf };
