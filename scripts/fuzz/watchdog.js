/**
 * Ends a run whose work stands still. In a thread of its own: a reader that loops for ever leaves no turn to anybody in
 * its own.
 */
const { writeSync } = require('node:fs');
const { isMainThread, parentPort, Worker } = require('node:worker_threads');

/** More than the importer follows the rules of one file. */
const PATIENCE_MS = 180_000;

/** @returns {{ tell(what: string): void, stop(): Promise<unknown> }} `tell` says what is begun */
function startWatchdog() {
  const worker = new Worker(__filename);
  worker.unref();
  return { tell: (what) => worker.postMessage(what), stop: () => worker.terminate() };
}

if (!isMainThread) {
  let what = 'the first one';
  const bite = () => {
    writeSync(1, `FAILED ${what} is not done after ${PATIENCE_MS / 1000} s: the run is ended.\n`);
    process.kill(process.pid, 'SIGKILL');
  };
  let timer = setTimeout(bite, PATIENCE_MS);
  parentPort?.on('message', (next) => {
    what = next;
    clearTimeout(timer);
    timer = setTimeout(bite, PATIENCE_MS);
  });
}

module.exports = { startWatchdog };
