/** A closed loop of callers over the twelve cells, for as long as something is done to the servers behind them. */
const http = require('node:http');
const { CELLS, send } = require('./cells');

/**
 * @typedef {import('./cells').Cell} Cell
 *
 * @typedef {object} Seen times in milliseconds
 * @property {number} calls
 * @property {number} failed
 * @property {number} perSecond
 * @property {number} p50
 * @property {number} p99
 * @property {number} max
 * @property {string[]} failures the first few
 */

/**
 * Starts calling. A call has failed when it got no answer, another status than 200, or another body than the first
 * answer of its cell. Nothing is tried twice.
 * @param {string} base
 * @param {{ callers?: number, keepAlive?: boolean, cells?: readonly Cell[] }} options
 * @returns {{ stop(): Promise<Seen> }} `stop` ends the loop and answers what was seen
 */
function startLoad(base, { callers = 16, keepAlive = true, cells = CELLS } = {}) {
  const agent = new http.Agent({ keepAlive, maxSockets: callers });
  /** @type {number[]} */
  const milliseconds = [];
  /** @type {string[]} */
  const failures = [];
  /** @type {Map<string, string>} */
  const expected = new Map();
  const began = performance.now();
  let running = true;

  /** @param {number} first */
  async function caller(first) {
    for (let turn = first; running; turn++) {
      const cell = cells[turn % cells.length];
      if (cell === undefined) throw new RangeError('there is nothing to call');
      const start = performance.now();
      const failure = await tryCall(cell);
      milliseconds.push(performance.now() - start);
      if (failure) failures.push(`${cell.name}: ${failure}`);
    }
  }

  /** @param {Cell} cell */
  async function tryCall({ name, request }) {
    try {
      const { status, body } = await send(base, request, { agent });
      if (status !== 200) return `${status} ${body.slice(0, 80)}`;
      if (!expected.has(name)) expected.set(name, body);
      return body === expected.get(name) ? undefined : 'another answer than before';
    } catch (error) {
      return String(error);
    }
  }

  const callersDone = Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  return {
    async stop() {
      running = false;
      await callersDone;
      agent.destroy();
      const seconds = (performance.now() - began) / 1000;
      milliseconds.sort((a, b) => a - b);
      /** @type {(share: number) => number} */
      const at = (share) =>
        Math.round((milliseconds[Math.floor((milliseconds.length - 1) * share)] ?? Number.NaN) * 10) / 10;
      return {
        calls: milliseconds.length,
        failed: failures.length,
        perSecond: Math.round(milliseconds.length / seconds),
        p50: at(0.5),
        p99: at(0.99),
        max: at(1),
        failures: failures.slice(0, 5),
      };
    },
  };
}

module.exports = { startLoad };
