import { measure, type Pace } from '../measure';
import { type Metric, rowResult } from '../report/result';
import { ROW } from '../rows';
import { probedTarget } from '../targets';
import { HERE, startService } from '../tree';

const GOAL = 1.5;

/** Measures a call that matches no rule, with and without TEST_API. */
export async function measureTestApi(env: Readonly<Record<string, string>>, pace: Pace): Promise<Metric> {
  const row = ROW.sameIdGet;
  const off = await startService(HERE, env);
  const on = await startService(HERE, { ...env, TEST_API: 'true' });
  const targets = [
    await probedTarget({ row, name: 'TEST_API off', kind: 'baseline', program: off }),
    await probedTarget({ row, name: 'TEST_API on', kind: 'service', program: on }),
  ];
  const { measured, failures } = await measure([row], targets, pace);
  if (failures.length > 0) throw new Error(failures.join('; '));
  const [before, now] = measured.flatMap((one) => rowResult(one)?.targets ?? []);
  const seen = [before, now].map((one) => one?.cpuMicroseconds.toFixed(0)).join(' → ');
  return {
    title: `CPU of a call that meets no rule, TEST_API on to off (${seen} µs)`,
    ...{ value: now?.ratio.median ?? Number.NaN, digits: 2, goal: GOAL },
  };
}
