/**
 * Ends a process whose test file is not done in time. In a thread of its own, because the file that is never done is
 * the one whose event loop stands still, and no time limit of jest's is seen there.
 */
const { spawnSync } = require('node:child_process');
const { writeSync } = require('node:fs');
const { parentPort, workerData: seconds } = require('node:worker_threads');

/** @type {NodeJS.Timeout | undefined} */
let timer;

/** A file begins, or `undefined`: it is done. */
parentPort?.on('message', (/** @type {string | undefined} */ file) => {
  clearTimeout(timer);
  if (file !== undefined) timer = setTimeout(end, seconds * 1000, file);
});

/** @param {string} file */
function end(file) {
  writeSync(2, `\n${file} is not done after ${seconds} seconds: its process is ended.\n`);
  // Its processes would outlive it: programs under test and, in a run with one process, the Postgres.
  spawnSync('pkill', ['-P', String(process.pid)]);
  process.kill(process.pid, 'SIGKILL');
}
