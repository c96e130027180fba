import { residentMegabytes } from '../../test/support/proc';
import { HEAP_PROBE } from '../../test/support/service';
import { Load, probe } from '../load/client';
import { checked } from '../load/job';
import type { Asked } from '../load/workload';
import type { Metric } from '../report/result';
import { median } from '../report/stats';
import { HERE, startService } from '../tree';

const CLIENTS = 64;
const HEAP_GOAL = 1.1;

export interface MixedOptions {
  readonly asked: readonly Asked[];
  readonly requests: number;
  /** This is the largest accepted delay in milliseconds. */
  readonly delayGoal: number;
}

/** Lets 64 clients do mixed work, and reads the service's metrics each second. */
export async function measureMixed(
  title: string,
  env: Readonly<Record<string, string>>,
  { asked, requests, delayGoal }: MixedOptions,
): Promise<Metric[]> {
  const service = await startService(HERE, env, HEAP_PROBE);
  const probed = await Promise.all(asked.map((one) => probe(service.port, one)));
  const workloads = probed.map(({ workload }) => workload);
  const delayAtP99 = () => service.metric('nodejs_eventloop_lag_p99_seconds');
  const load = new Load();
  const delays: number[] = [];
  let done = 0;
  const workUntil = async (count: number) => {
    while (done < count) {
      // Reading the metrics resets the delay.
      await delayAtP99();
      const job = {
        ...{ port: service.port, connections: CLIENTS, milliseconds: 1000 },
        ...{ workloads, first: done + 1 },
      };
      done += checked(await load.run(job), 'mixed work').requests;
      delays.push((await delayAtP99()) * 1000);
    }
  };
  try {
    await workUntil(1);
    // The delays of the first second are discarded, because V8 compiles during that time.
    delays.length = 0;
    await workUntil(requests / 2);
    // From now on the caches are full, so the heap should not grow any more.
    const halfway = await service.heap();
    await workUntil(requests);
    const heap = await service.heap();
    const worst = Math.max(...delays).toFixed(0);
    return [
      {
        title: `${title}: event loop at p99, 64 clients, mixed work, ms (worst second ${worst})`,
        ...{ value: median(delays), digits: 0, goal: delayGoal },
      },
      {
        title: `${title}: reachable heap after ${done} mixed requests, to that after half of them (${halfway.toFixed(1)} → ${heap.toFixed(1)} MB)`,
        ...{ value: heap / halfway, digits: 2, goal: HEAP_GOAL },
      },
      { title: `${title}: memory after them, MB`, value: residentMegabytes(service.pid), digits: 0 },
    ];
  } finally {
    load.stop();
    await service.stop();
  }
}
