/** What the system says of a process and all that it started. Linux only: it is read from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** `sysconf(_SC_CLK_TCK)`: 100 on every Linux that Node runs on. */
const TICK_MICROSECONDS = 10_000;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMicroseconds: number;
}

/** CPU time so far, user's and system's, of a process, its descendants and those of them that ended. */
export function cpuMicroseconds(root: number): number {
  return tree(root).reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0);
}

/** Resident memory now, of a process and its descendants. What they share is counted once for each. */
export function residentMegabytes(root: number): number {
  return tree(root).reduce((sum, { pid }) => sum + statusMegabytes(pid, 'VmRSS'), 0);
}

/** The most resident memory that a process has had. */
export function peakMegabytes(pid: number): number {
  return statusMegabytes(pid, 'VmHWM');
}

/** A process and all that descend from it. */
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
  // Children are appended while the list is walked, so theirs are found too.
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

function statOf(pid: number): Stat | undefined {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // proc(5): the second field is the program's name in parentheses and may hold blanks; the third is the state.
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
    // It ended while the list was walked.
    return undefined;
  }
}
