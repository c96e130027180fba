import { quantile } from '../report/stats';
import type { Workload } from './workload';

export interface Job {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  /** The calls use these workloads in turn. Mixed requests have several workloads. */
  readonly workloads: readonly Workload[];
  readonly first: number;
  /** Before each call a commit to this database is acknowledged. */
  readonly commitTo?: string;
}

export interface Outcome {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** This is the number of unexpected answers. `firstWrong` describes the first of them. */
  readonly wrong: number;
  readonly firstWrong?: string;
}

/**
 * @param latencies the milliseconds of each answered call
 * @param wrong a sentence for each unexpected answer
 */
export function outcomeOf(latencies: readonly number[], wrong: readonly string[], seconds: number): Outcome {
  const [firstWrong] = wrong;
  return {
    requests: latencies.length,
    seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    wrong: wrong.length,
    ...(firstWrong === undefined ? {} : { firstWrong }),
  };
}

/** @returns the reason why the measurement is not valid, or `undefined` if it is valid */
export function complaintOf({ wrong, requests, firstWrong }: Outcome): string | undefined {
  if (wrong > 0) return `${wrong} of ${requests} answers were wrong; the first: ${firstWrong}`;
  return requests === 0 ? 'no call was answered' : undefined;
}
