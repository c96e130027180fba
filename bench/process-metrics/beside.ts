import { Load } from '../load/client';
import { checked, type Job } from '../load/job';
import type { Workload } from '../load/workload';
import { CONNECTIONS } from '../measure';
import { median } from '../report/stats';
import { COMMIT } from '../store';

export interface Beside {
  readonly aloneP99Ms: number;
  readonly besideP99Ms: number;
  /** This is the median of the rounds' ratios. */
  readonly ratio: number;
}

const LARGE_CONNECTIONS = 2;

export interface BesideOptions {
  readonly port: number;
  readonly small: Workload;
  readonly large: Workload;
  readonly databaseUrl: string;
  readonly rounds: number;
  readonly milliseconds: number;
}

/** Measures p99 of small calls with and without two clients that read lists of 10,000 changed events. */
export async function measureBeside(options: BesideOptions): Promise<Beside> {
  const { port, small, large, databaseUrl, rounds, milliseconds } = options;
  const [smallLoad, largeLoad] = [new Load(), new Load()];
  const smallJob: Job = { port, connections: CONNECTIONS, milliseconds, workloads: [small], first: 1 };
  const largeJob: Job = {
    ...{ port, connections: LARGE_CONNECTIONS, milliseconds, workloads: [large], first: 1 },
    commit: { url: databaseUrl, sql: COMMIT },
  };
  const alone: number[] = [];
  const beside: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      alone.push(checked(await smallLoad.run(smallJob), 'small calls alone').p99Ms);
      const [outcome, other] = await Promise.all([smallLoad.run(smallJob), largeLoad.run(largeJob)]);
      checked(other, 'large calls');
      beside.push(checked(outcome, 'small calls beside large ones').p99Ms);
    }
  } finally {
    smallLoad.stop();
    largeLoad.stop();
  }
  const ratios = beside.map((p99, round) => p99 / (alone[round] ?? Number.NaN));
  return { aloneP99Ms: median(alone), besideP99Ms: median(beside), ratio: median(ratios) };
}
