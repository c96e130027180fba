import { cpuMicroseconds, residentMegabytes } from '../test/support/proc';
import type { Program } from '../test/support/program';
import { Load } from './load/client';
import { complaintOf, type Job, type Outcome } from './load/job';
import type { Workload } from './load/workload';
import type { Row } from './rows';

export const CONNECTIONS = 16;

/** Represents a server that is measured in a row: the service, a baseline or a peer. */
export interface Target {
  readonly row: Row;
  readonly name: string;
  readonly kind: 'service' | 'baseline' | 'peer';
  readonly program: Program;
  readonly port: number;
  readonly workload: Workload;
  /** In a row whose events change, a commit to this database precedes each call. */
  readonly databaseUrl?: string;
}

/** Contains the measurements of one target in one round. */
export interface Sample {
  readonly cpuMicroseconds: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly megabytes: number;
}

export interface Measured {
  readonly row: Row;
  readonly results: readonly { readonly target: Target; readonly samples: readonly Sample[] }[];
}

/** Sets the times for which each target gets calls. */
export interface Pace {
  readonly rounds: number;
  /**
   * In each round a target first gets calls for this time that are not measured. A target that was idle has lost its
   * data from the processor's caches, and would look slower than it is.
   */
  readonly milliseconds: number;
  /** Before the first round each target gets calls for this time, so that V8 has compiled its code. */
  readonly warmUpMilliseconds: number;
}

export interface Measurement {
  readonly measured: readonly Measured[];
  /** Lists the reasons why the service or a baseline failed. The results do not contain these reasons. */
  readonly failures: readonly string[];
  /** Lists the reasons why peers failed. */
  readonly peerFailures: readonly string[];
}

/**
 * Calls the targets of a row in turn, round after round, and then the targets of the next row. So other work on the
 * machine affects all compared targets alike, and no target is idle for long.
 */
export async function measure(
  rows: readonly Row[],
  targets: readonly Target[],
  pace: Pace,
): Promise<Measurement> {
  const load = new Load();
  const cells = targets.map((target): Cell => ({ target, next: 1, samples: [], failure: undefined }));
  const cellsOf = (row: Row) => cells.filter(({ target }) => target.row === row);
  try {
    if (pace.warmUpMilliseconds > 0)
      for (const cell of cells) await sampleOf(load, cell, pace.warmUpMilliseconds);
    for (const row of rows) await measureRow(load, cellsOf(row), pace);
  } finally {
    load.stop();
  }
  return {
    measured: rows.map((row) => ({
      row,
      results: cellsOf(row).filter(({ failure }) => failure === undefined),
    })),
    failures: failuresOf(cells.filter(({ target }) => target.kind !== 'peer')),
    peerFailures: failuresOf(cells.filter(({ target }) => target.kind === 'peer')),
  };
}

async function measureRow(load: Load, cells: readonly Cell[], pace: Pace): Promise<void> {
  for (let round = 0; round < pace.rounds; round++) {
    const inTurn = cells.filter(({ failure }) => failure === undefined);
    // The order alternates, because the first target of a round is slower.
    for (const cell of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
      const settled = await sampleOf(load, cell, pace.milliseconds);
      const sample = settled && (await sampleOf(load, cell, pace.milliseconds));
      if (sample !== undefined) cell.samples.push(sample);
    }
  }
}

const failuresOf = (cells: readonly Cell[]): readonly string[] =>
  cells.flatMap(({ failure }) => failure ?? []);

interface Cell {
  readonly target: Target;
  next: number;
  readonly samples: Sample[];
  failure: string | undefined;
}

/** @throws Error if the row's events change, but the target has no database for the commits */
export function jobOf(
  { row, name, port, workload, databaseUrl: url }: Target,
  job: Pick<Job, 'milliseconds' | 'first'> & { readonly connections?: number },
): Job {
  const shared = { port, connections: CONNECTIONS, workloads: [workload], ...job };
  if (!row.commits) return shared;
  if (url === undefined) throw new Error(`${row.title}, ${name}: no database gets the commits`);
  return { ...shared, commitTo: url };
}

/** Measures one round. If an answer is wrong, sets the failure of the cell and returns `undefined`. */
async function sampleOf(load: Load, cell: Cell, milliseconds: number): Promise<Sample | undefined> {
  const { target, next } = cell;
  const { row, program } = target;
  const before = cpuMicroseconds(program.pid);
  const outcome = await load.run(jobOf(target, { milliseconds, first: next }));
  const spent = cpuMicroseconds(program.pid) - before;
  const complaint = complaintOf(outcome);
  if (complaint !== undefined) {
    cell.failure = `${row.title}, ${target.name}: ${complaint}`;
    return undefined;
  }
  cell.next += outcome.requests + CONNECTIONS;
  return sampleFrom(outcome, spent, residentMegabytes(program.pid));
}

/** @param microseconds the processor time of all calls together */
export const sampleFrom = (
  { requests, seconds, p50Ms, p99Ms }: Outcome,
  microseconds: number,
  megabytes: number,
): Sample => ({
  cpuMicroseconds: microseconds / requests,
  requestsPerSecond: requests / seconds,
  p50Ms,
  p99Ms,
  megabytes,
});
