/** What several scenarios check. */
const { setTimeout: sleep } = require('node:timers/promises');
const { CELLS, resultOf, send } = require('./cells');
const { startLoad } = require('./load');
const { complaintOf } = require('./transcript');

/** @typedef {import('./transcript').Report} Report */

/**
 * All twelve cells are answered, and the four bindings of an operation carry the same result.
 * @param {Report} t
 * @param {string} base
 * @param {import('./cells').Options} [options]
 */
async function checkCells(t, base, options) {
  const answers = await Promise.all(
    CELLS.map(async (cell) => ({ ...cell, answer: await send(base, cell.request, options) })),
  );
  for (const operation of new Set(CELLS.map((cell) => cell.operation))) {
    const cells = answers.filter((cell) => cell.operation === operation);
    const results = new Set(cells.map(({ answer }) => resultOf(answer)));
    const [first = ''] = results;
    const ok = cells.every(({ answer }) => answer.status === 200) && results.size === 1 && first.length > 4;
    const bindings = cells.map(({ binding, answer }) => `${binding} ${answer.status}`).join(', ');
    t.check(`${operation} by four bindings`, ok, `${bindings}; ${first.length} characters`);
  }
}

/**
 * Does something to the servers while they are called; not one call may fail.
 * @param {Report} t
 * @param {string} base
 * @param {string} what
 * @param {() => Promise<unknown>} disturb
 */
async function checkUndisturbed(t, base, what, disturb) {
  const load = startLoad(base);
  /** @type {unknown} */
  let error;
  try {
    await sleep(1_000);
    await disturb();
    await sleep(2_000);
  } catch (thrown) {
    error = thrown;
  }
  const { calls, failed, perSecond, p50, p99, max, failures } = await load.stop();
  const seen = `${failed} of ${calls} calls failed (${perSecond}/s; ms: p50 ${p50}, p99 ${p99}, longest ${max})`;
  t.check(what, failed === 0 && error === undefined, seen);
  for (const failure of failures) t.note(failure);
  if (error !== undefined) t.note(complaintOf(error));
}

/**
 * The result of `SelectEvents(month, year)`, by HTTP GET.
 * @param {string} base
 * @param {number} month
 * @param {number} year
 */
async function selectEvents(base, month, year) {
  const path = `/WebServices/Events.asmx/SelectEvents?month=${month}&year=${year}`;
  return resultOf(await send(base, { method: 'GET', path, headers: {}, body: '' })) ?? '';
}

/**
 * Asks until the answer is yes; no after `seconds`.
 * @param {() => Promise<boolean>} ask
 */
async function eventually(ask, seconds = 30) {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    if (await ask().catch(() => false)) return true;
    await sleep(200);
  }
  return false;
}

module.exports = { checkCells, checkUndisturbed, eventually, selectEvents };
