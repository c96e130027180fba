import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMicroseconds, residentMegabytes } from '../../test/support/proc';
import { probe } from '../load/client';
import type { Asked } from '../load/workload';
import type { Metric } from '../report/result';
import { HERE, startService } from '../tree';

export interface StartGoals {
  readonly cpuSeconds: number;
  readonly idleMegabytes: number;
}

const IDLE_MS = 2_000;
const STARTS = 3;

/** Starts the service over an existing store several times. The minimum has the least noise. */
export async function measureStart(
  title: string,
  env: Readonly<Record<string, string>>,
  asked: Asked,
  goals: StartGoals,
): Promise<Metric[]> {
  const cpuSeconds: number[] = [];
  const idleMegabytes: number[] = [];
  for (let count = 0; count < STARTS; count++) {
    const service = await startService(HERE, env);
    await probe(service.port, asked);
    cpuSeconds.push(cpuMicroseconds(service.pid) / 1e6);
    await sleep(IDLE_MS);
    idleMegabytes.push(residentMegabytes(service.pid));
    await service.stop();
  }
  return [
    {
      title: `${title}: CPU from \`node\` to the first answer, s`,
      ...{ value: Math.min(...cpuSeconds), digits: 2, goal: goals.cpuSeconds },
    },
    {
      title: `${title}: memory, idle, MB`,
      ...{ value: Math.min(...idleMegabytes), digits: 0, goal: goals.idleMegabytes },
    },
  ];
}
