/**
 * Runs a good client during an attack. It sends a short call every few milliseconds over its own connection, and
 * compares each answer with the first. It runs in a thread, so that the attacker's work does not delay it.
 */
const http = require('node:http');
const { once } = require('node:events');
const { setTimeout: sleep } = require('node:timers/promises');
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads');
const { send } = require('./calls');
const { callFor } = require('./data');

const PAUSE_MS = 20;

/**
 * @typedef {object} Seen
 * @property {number} calls
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
  const { host, port } = workerData;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () => send({ host, port }, { name: 'small', ...callFor('small') }, agent);
  const right = await ask();
  const times = [];
  const seen = { calls: 0, wrong: 0, failed: 0, slowest: 0, p99: 0 };
  let isStopped = false;
  parentPort?.once('message', () => {
    isStopped = true;
  });
  parentPort?.postMessage('started');
  while (!isStopped) {
    const began = performance.now();
    try {
      if ((await ask()) !== right) seen.wrong++;
    } catch {
      seen.failed++;
    }
    seen.calls++;
    times.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  times.sort((one, other) => one - other);
  parentPort?.postMessage({
    ...seen,
    slowest: Math.round(times.at(-1) ?? 0),
    p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
  });
}

if (!isMainThread) askOn();

module.exports = { startProbe };
