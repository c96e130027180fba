import { quantile } from '../report/stats';
import type { Workload } from './workload';

export interface Job {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  /** The calls use these in turn. Mixed work has several. */
  readonly workloads: readonly Workload[];
  readonly first: number;
  /** This database acknowledges a commit before each call. */
  readonly commitTo?: string;
}

export interface Outcome {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Counts unexpected answers; `firstWrong` describes the first. */
  readonly wrong: number;
  readonly firstWrong?: string;
}

/**
 * @param latencies milliseconds of each answered call
 * @param wrong describes each unexpected answer
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

/** @returns why the measurement is not valid, or `undefined` if it is */
export function complaintOf({ wrong, requests, firstWrong }: Outcome): string | undefined {
  if (wrong > 0) return `${wrong} of ${requests} answers were wrong; the first: ${firstWrong}`;
  return requests === 0 ? 'no call was answered' : undefined;
}
