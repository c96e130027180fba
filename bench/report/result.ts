/** The stored results of a run. */
import { cpus } from 'node:os';
import type { Measured } from '../measure';
import { median, type Spread, spread } from './stats';

export interface TargetResult {
  readonly name: string;
  readonly kind: 'service' | 'baseline' | 'peer';
  readonly cpuMicroseconds: number;
  /** This is the ratio to the row's baseline in the same round. */
  readonly ratio: Spread;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly megabytes: number;
}

export interface RowResult {
  readonly title: string;
  readonly goal: number;
  readonly targets: readonly TargetResult[];
}

/** Another measurement than the cost of a call. */
export interface Metric {
  readonly title: string;
  readonly value: number;
  readonly digits: number;
  /** This is the largest accepted value. */
  readonly goal?: number;
}

export interface BenchResult {
  readonly commit: string;
  readonly date: string;
  readonly machine: string;
  readonly rounds: number;
  readonly rows: readonly RowResult[];
  readonly processMetrics: readonly Metric[];
  /** Sentences about peers that are not installed or answered wrongly. */
  readonly missing: readonly string[];
}

export function machine(): string {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`;
}

/** @returns `undefined` if the row's first baseline failed */
export function rowResult({ row, results }: Measured): RowResult | undefined {
  const baseline = results.find(({ target }) => target.kind === 'baseline');
  if (baseline === undefined) return undefined;
  return {
    title: row.title,
    goal: row.goal,
    targets: results.map(({ target: { name, kind }, samples }) => ({
      name,
      kind,
      cpuMicroseconds: median(samples.map((sample) => sample.cpuMicroseconds)),
      ratio: spread(
        samples.map(
          (sample, round) =>
            sample.cpuMicroseconds / (baseline.samples[round]?.cpuMicroseconds ?? Number.NaN),
        ),
      ),
      requestsPerSecond: median(samples.map((sample) => sample.requestsPerSecond)),
      p50Ms: median(samples.map((sample) => sample.p50Ms)),
      p99Ms: median(samples.map((sample) => sample.p99Ms)),
      megabytes: median(samples.map((sample) => sample.megabytes)),
    })),
  };
}
