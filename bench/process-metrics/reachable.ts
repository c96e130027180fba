import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HERE, type Service, startService } from '../tree';

const COLLECT = path.join(__dirname, '../servers/collect.js');
const PAUSE_MS = 20;

/** A service that tells how much memory its objects have, without those that nothing leads to any more. */
export interface WatchedService extends Service {
  reachableMegabytes(): Promise<number>;
}

export async function startWatched(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<WatchedService> {
  const file = path.join(folder, `heap-${randomUUID()}`);
  const service = await startService(HERE, {
    ...env,
    ...{ NODE_OPTIONS: `--require=${COLLECT}`, HEAP_FILE: file },
  });
  return {
    ...service,
    async reachableMegabytes() {
      process.kill(service.pid, 'SIGUSR2');
      for (;;) {
        const bytes = await readFile(file, 'utf8').catch(() => '');
        if (bytes !== '') {
          await rm(file);
          return Number(bytes) / 2 ** 20;
        }
        await sleep(PAUSE_MS);
      }
    },
  };
}
