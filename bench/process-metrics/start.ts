import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMicroseconds, residentMegabytes } from '../../test/support/proc';
import { probe } from '../load/client';
import type { Asked } from '../load/workload';
import { startService, type Tree } from '../tree';

export interface Start {
  /** Processor time until the first answer. */
  readonly cpuSeconds: number;
  readonly idleMegabytes: number;
}

const IDLE_MS = 2_000;
const STARTS = 3;

/** Starts the service over an existing store several times. The minimum has the least noise. */
export async function measureStart(
  tree: Tree,
  env: Readonly<Record<string, string>>,
  asked: Asked,
): Promise<Start> {
  const starts: Start[] = [];
  for (let count = 0; count < STARTS; count++) {
    const service = await startService(tree, env);
    await probe(service.port, asked);
    const cpuSeconds = cpuMicroseconds(service.pid) / 1e6;
    await sleep(IDLE_MS);
    starts.push({ cpuSeconds, idleMegabytes: residentMegabytes(service.pid) });
    await service.stop();
  }
  return {
    cpuSeconds: Math.min(...starts.map((start) => start.cpuSeconds)),
    idleMegabytes: Math.min(...starts.map((start) => start.idleMegabytes)),
  };
}
