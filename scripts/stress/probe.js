/**
 * Runs a good client during an attack. The client sends a short call every few milliseconds over its own connection,
 * and compares each answer with the first. It runs in a thread of its own, so that the attacker's work does not delay
 * it.
 */
const { once } = require('node:events');
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');
const { callUntil, Tally, Truth } = require('./calls');
const { callFor } = require('./data');

const PAUSE_MS = 20;

/**
 * @typedef {object} Seen
 * @property {number} wrong answers that differ from the first
 * @property {number} failed without an answer
 * @property {number} slowest milliseconds
 * @property {number} p99
 */

/**
 * @param {{ host: string, port: number }} service
 * @returns {Promise<{ stop(): Promise<Seen> }>}
 */
async function startProbe({ host, port }) {
  const worker = new Worker(__filename, { workerData: { host, port } });
  await once(worker, 'message');
  return {
    async stop() {
      worker.postMessage('stop');
      const [seen] = await once(worker, 'message');
      await worker.terminate();
      return seen;
    },
  };
}

async function askOn() {
  const service = workerData;
  const call = { name: 'small', ...callFor('small') };
  const truth = await Truth.of(service, [call]);
  const tally = new Tally();
  let isStopped = false;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  parentPort?.postMessage('started');
  const options = { clients: 1, calls: [call], truth, service, pauseMs: PAUSE_MS };
  await callUntil(() => isStopped, options, tally.note);
  const { wrong, away, busy, 'cut off': failed } = tally.seen;
  parentPort?.postMessage({
    wrong: wrong + away + busy,
    failed,
    slowest: tally.quantile(1),
    p99: tally.quantile(0.99),
  });
}

if (!isMainThread) void askOn();

module.exports = { startProbe };
