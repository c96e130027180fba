/** Reads processor time and memory of a process and its descendants from Linux' /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** `sysconf(_SC_CLK_TCK)` is 100 on every Linux that Node runs on. */
const TICK_MICROSECONDS = 10_000;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMicroseconds: number;
}

/** User and system time of a process and its descendants, including those that have ended. */
export function cpuMicroseconds(root: number): number {
  return tree(root).reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0);
}

/** Returns the resident memory of a process and its descendants. Shared memory is counted for each of them. */
export function residentMegabytes(root: number): number {
  return tree(root).reduce((sum, { pid }) => sum + statusMegabytes(pid, 'VmRSS'), 0);
}

/** Returns the peak of a process' resident memory. */
export function peakMegabytes(pid: number): number {
  return statusMegabytes(pid, 'VmHWM');
}

/** Returns the ids of a process and its descendants. */
export const treeOf = (root: number): number[] => tree(root).map(({ pid }) => pid);

function statusMegabytes(pid: number, field: string): number {
  const status = read(`/proc/${pid}/status`) ?? '';
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

function tree(root: number): Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(Number(pid)) ?? []);
  const found = all.filter(({ pid }) => pid === root);
  // The loop also reaches the children that it appends.
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

function statOf(pid: number): Stat | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The second field is the program's name in parentheses and may contain blanks; the third is the state (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent = 0] = [Number(fields[1])];
  // utime, stime, cutime and cstime are the fields 14 to 17.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent, cpuMicroseconds: ticks * TICK_MICROSECONDS };
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process ended in between.
    return undefined;
  }
}
