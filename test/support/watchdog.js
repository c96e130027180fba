/**
 * Ends a process whose test file exceeds its time limit. The watchdog has its own thread, because the file may block
 * the event loop, and then jest's time limits do not work.
 */
const { spawnSync } = require('node:child_process');
const { writeSync } = require('node:fs');
const { parentPort, workerData: seconds } = require('node:worker_threads');

/** @type {NodeJS.Timeout | undefined} */
let timer;

/** The message is the name of a test file that begins, or `undefined` when the file ends. */
parentPort?.on('message', (/** @type {string | undefined} */ file) => {
  clearTimeout(timer);
  if (file !== undefined) timer = setTimeout(end, seconds * 1000, file);
});

/** @param {string} file */
function end(file) {
  writeSync(2, `\n${file} is not done after ${seconds} seconds: its process is ended.\n`);
  // Without this the child processes would outlive this process: programs under test, and Postgres in a run with one
  // process.
  spawnSync('pkill', ['-P', String(process.pid)]);
  process.kill(process.pid, 'SIGKILL');
}
