import { probe } from '../load/client';
import { measure, type Pace } from '../measure';
import { median } from '../report/stats';
import type { Row } from '../rows';
import { HERE, startService } from '../tree';

export interface TestApi {
  readonly offMicroseconds: number;
  readonly onMicroseconds: number;
  /** This is the median of the rounds' ratios. */
  readonly ratio: number;
}

/** Measures a call that matches no rule, with and without TEST_API. */
export async function measureTestApi(
  env: Readonly<Record<string, string>>,
  row: Row,
  pace: Pace,
): Promise<TestApi> {
  const off = await startService(HERE, env);
  const on = await startService(HERE, { ...env, TEST_API: 'true' });
  const { workload } = await probe(off.port, row);
  const targets = [off, on].map((program, index) => {
    const name = index === 0 ? 'TEST_API off' : 'TEST_API on';
    return { row, name, kind: 'service', program, port: program.port, workload } as const;
  });
  const { measured, failures } = await measure([row], targets, pace);
  for (const service of [off, on]) await service.stop();
  const [offSamples = [], onSamples = []] = (measured[0]?.results ?? []).map(({ samples }) =>
    samples.map(({ cpuMicroseconds }) => cpuMicroseconds),
  );
  if (failures.length > 0) throw new Error(failures.join('; '));
  return {
    offMicroseconds: median(offSamples),
    onMicroseconds: median(onSamples),
    ratio: median(onSamples.map((spent, round) => spent / (offSamples[round] ?? Number.NaN))),
  };
}
