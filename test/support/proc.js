/** Reads the processor time and memory of a process and its descendants from /proc on Linux. */
const { readdirSync, readFileSync } = require('node:fs');

/** `sysconf(_SC_CLK_TCK)` is 100 on every Linux that Node runs on. */
const TICK_MICROSECONDS = 10_000;

/**
 * Returns the user and system time of a process and its descendants, including ended ones.
 * @param {number} root
 */
const cpuMicroseconds = (root) => tree(root).reduce((sum, { cpu }) => sum + cpu, 0);

/**
 * Returns the resident memory of a process and its descendants in megabytes. Shared memory is counted for each process.
 * @param {number} root
 */
const residentMegabytes = (root) => treeOf(root).reduce((sum, pid) => sum + statusMegabytes(pid, 'VmRSS'), 0);

/** @param {number} pid */
const peakMegabytes = (pid) => statusMegabytes(pid, 'VmHWM');

/**
 * Returns the ids of a process and its descendants.
 * @param {number} root
 */
const treeOf = (root) => tree(root).map(({ pid }) => pid);

/** @param {number} pid @param {string} field */
function statusMegabytes(pid, field) {
  const status = read(`/proc/${pid}/status`) ?? '';
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

/** @param {number} root */
function tree(root) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(Number(pid)) ?? []);
  const found = all.filter(({ pid }) => pid === root);
  // The loop also reaches the children that it appends.
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** @param {number} pid */
function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field is the program's name in parentheses and may contain blanks; the third is the state (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // utime, stime, cutime and cstime are the fields 14 to 17.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1]), cpu: ticks * TICK_MICROSECONDS };
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended in the meantime.
    return undefined;
  }
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // This process has ended.
  }
}

module.exports = { cpuMicroseconds, kill, peakMegabytes, residentMegabytes, treeOf };
