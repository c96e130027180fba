import type { Workload } from './workload';

/** What the load generator is told to do. */
export interface Job {
  readonly port: number;
  readonly connections: number;
  readonly milliseconds: number;
  /** Taken in turn by the calls: one, or several for mixed work. */
  readonly workloads: readonly Workload[];
  /** The number of the first call. */
  readonly first: number;
  /** Done, and acknowledged by the database, before each call. */
  readonly commit?: { readonly url: string; readonly sql: string };
}

export interface Outcome {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers that were not those expected, and what the first of them was. */
  readonly wrong: number;
  readonly firstWrong?: string;
}

/** What is wrong with an outcome, if anything: then what was measured is not worth anything. */
export function complaintOf({ wrong, requests, firstWrong }: Outcome): string | undefined {
  if (wrong > 0) return `${wrong} of ${requests} answers were wrong; the first: ${firstWrong}`;
  return requests === 0 ? 'no call was answered' : undefined;
}

/** @throws Error when an answer was wrong, or none came */
export function checked(outcome: Outcome, what: string): Outcome {
  const complaint = complaintOf(outcome);
  if (complaint !== undefined) throw new Error(`${what}: ${complaint}`);
  return outcome;
}
