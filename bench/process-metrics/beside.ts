import { Load } from '../load/client';
import { checked } from '../load/job';
import { jobOf, type Pace, type Target } from '../measure';
import type { Metric } from '../report/result';
import { median } from '../report/stats';

const LARGE_CONNECTIONS = 2;
const GOAL = 4;

/** Measures p99 of small calls with and without two clients that read lists of 10,000 changed events. */
export async function measureBeside(small: Target, large: Target, pace: Pace): Promise<Metric> {
  const [smallLoad, largeLoad] = [new Load(), new Load()];
  const milliseconds = 2 * pace.milliseconds;
  const smallJob = jobOf(small, { milliseconds, first: 1 });
  const largeJob = jobOf(large, { milliseconds, first: 1, connections: LARGE_CONNECTIONS });
  const alone: number[] = [];
  const beside: number[] = [];
  try {
    for (let round = 0; round < pace.rounds; round++) {
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
  const seen = `${median(alone).toFixed(1)} → ${median(beside).toFixed(1)} ms`;
  return {
    title: `p99 of small calls beside 10,000 changed events with markup, to alone (${seen})`,
    ...{ value: median(ratios), digits: 1, goal: GOAL },
  };
}
