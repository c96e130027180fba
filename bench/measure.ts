import { Load } from './load/client';
import { complaintOf, type Job } from './load/job';
import type { Workload } from './load/workload';
import { cpuMicroseconds, residentMegabytes } from './machine/proc';
import type { Program } from './machine/program';
import type { Row } from './rows';
import { COMMIT } from './store';

export const CONNECTIONS = 16;

const WARM_UP_STEP_MS = 250;
/** Of each target of a row, before the row's first round: it has rested while other rows were measured. */
const WAKE_UP_MS = 1_000;

/** Who answers a row: the service, a baseline or a peer. */
export interface Target {
  readonly row: Row;
  readonly name: string;
  readonly kind: 'service' | 'baseline' | 'peer';
  readonly program: Program;
  readonly port: number;
  readonly workload: Workload;
  /** Where a writer commits, for rows whose data changes. */
  readonly databaseUrl?: string;
}

/** One round of one target. */
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

export interface Pace {
  readonly rounds: number;
  readonly milliseconds: number;
  /**
   * Of each round, before what is measured: a process that waited for its turn has lost its place in the processor's
   * caches, and one that does more has lost more.
   */
  readonly settleMilliseconds: number;
  /** Calls that go before the first round: what is measured has been compiled, as in a service that is in use. */
  readonly warmUpCalls: number;
  /** Where so many calls would take longer, this long. */
  readonly warmUpMilliseconds: number;
}

export interface Measurement {
  readonly measured: readonly Measured[];
  /** What of the service and its baselines was not measured to the end, and why: such a target is in no result. */
  readonly failures: readonly string[];
  /** The same of peers. */
  readonly peerFailures: readonly string[];
}

/**
 * Loads the targets of a row in turn, round after round, and then those of the next: what else the machine does meets
 * all alike that are compared, and none of them rests while others are measured that it isn't compared with.
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
    for (const cell of cells) await warmUp(load, cell, pace);
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
  const sound = () => cells.filter(({ failure }) => failure === undefined);
  for (const cell of sound()) await sampleOf(load, cell, WAKE_UP_MS);
  for (let round = 0; round < pace.rounds; round++) {
    const inTurn = sound();
    // What goes first meets what the round before left behind: each is first half of the time.
    for (const cell of round % 2 === 0 ? inTurn : inTurn.toReversed()) {
      const settled = await sampleOf(load, cell, pace.settleMilliseconds);
      const sample = settled && (await sampleOf(load, cell, pace.milliseconds));
      if (sample !== undefined) cell.samples.push(sample);
    }
  }
}

const failuresOf = (cells: readonly Cell[]): readonly string[] =>
  cells.flatMap(({ failure }) => failure ?? []);

interface Cell {
  readonly target: Target;
  /** The number of the next call. */
  next: number;
  readonly samples: Sample[];
  failure: string | undefined;
}

async function warmUp(load: Load, cell: Cell, pace: Pace): Promise<void> {
  const end = performance.now() + pace.warmUpMilliseconds;
  while (cell.failure === undefined && cell.next < pace.warmUpCalls && performance.now() < end) {
    await sampleOf(load, cell, WARM_UP_STEP_MS);
  }
}

/** One round; `undefined`, and the cell's failure, where an answer was wrong. */
async function sampleOf(load: Load, cell: Cell, milliseconds: number): Promise<Sample | undefined> {
  const { target, next } = cell;
  const { row, program, port, workload, databaseUrl } = target;
  const commit =
    row.commits && databaseUrl !== undefined ? { commit: { url: databaseUrl, sql: COMMIT } } : {};
  const job: Job = {
    port,
    connections: CONNECTIONS,
    milliseconds,
    workloads: [workload],
    first: next,
    ...commit,
  };
  const before = cpuMicroseconds(program.pid);
  const outcome = await load.run(job);
  const spent = cpuMicroseconds(program.pid) - before;
  const complaint = complaintOf(outcome);
  if (complaint !== undefined) {
    cell.failure = `${row.title}, ${target.name}: ${complaint}`;
    return undefined;
  }
  const { requests, seconds, p50Ms, p99Ms } = outcome;
  cell.next += requests + CONNECTIONS;
  return {
    cpuMicroseconds: spent / requests,
    requestsPerSecond: requests / seconds,
    p50Ms,
    p99Ms,
    megabytes: residentMegabytes(program.pid),
  };
}
