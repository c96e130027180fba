/** Describes the stored results of a run. */
import { cpus } from 'node:os';
import type { Measured, Sample } from '../measure';
import { median, type Spread, spread } from './stats';

/** Contains the medians over all rounds. */
export interface TargetResult extends Sample {
  readonly name: string;
  readonly kind: 'service' | 'baseline' | 'peer';
  /** This is the ratio to the row's baseline in the same round. */
  readonly ratio: Spread;
}

export interface RowResult {
  readonly title: string;
  readonly goal: number;
  readonly targets: readonly TargetResult[];
}

/** Describes a measurement other than the cost of a call. */
export interface Metric {
  readonly title: string;
  readonly value: number;
  readonly digits: number;
  /** A larger value than this one misses the goal. */
  readonly goal?: number;
}

export interface BenchResult {
  readonly commit: string;
  readonly date: string;
  readonly machine: string;
  readonly rounds: number;
  readonly rows: readonly RowResult[];
  readonly processMetrics: readonly Metric[];
  /** Each sentence names a peer that is not installed or answered wrongly. */
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
    targets: results.map(({ target: { name, kind }, samples }) => {
      const medianOf = (measure: keyof Sample) => median(samples.map((sample) => sample[measure]));
      const ratios = samples.map(
        ({ cpuMicroseconds }, round) =>
          cpuMicroseconds / (baseline.samples[round]?.cpuMicroseconds ?? Number.NaN),
      );
      return {
        ...{ name, kind, ratio: spread(ratios) },
        cpuMicroseconds: medianOf('cpuMicroseconds'),
        requestsPerSecond: medianOf('requestsPerSecond'),
        p50Ms: medianOf('p50Ms'),
        p99Ms: medianOf('p99Ms'),
        megabytes: medianOf('megabytes'),
      };
    }),
  };
}
