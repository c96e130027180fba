import { residentMegabytes } from '../../test/support/proc';
import type { Serving } from '../../test/support/service';
import { Load } from '../load/client';
import { checked } from '../load/job';
import type { Workload } from '../load/workload';
import { median } from '../report/stats';

export interface MixedWork {
  readonly requests: number;
  /** These are p99 of the event loop's delay in the median second, and in the worst. */
  readonly delayMedianMs: number;
  readonly delayMostMs: number;
  /** Reachable memory after half of the requests, when the caches are full, and after all of them. */
  readonly heapHalfwayMegabytes: number;
  readonly heapMegabytes: number;
  readonly residentMegabytes: number;
}

const CLIENTS = 64;

/** Lets 64 clients do mixed work, and reads the service's metrics each second. */
export async function measureMixed(
  service: Serving,
  workloads: readonly Workload[],
  requests: number,
): Promise<MixedWork> {
  const load = new Load();
  const delays: number[] = [];
  let done = 0;
  const workUntil = async (count: number) => {
    while (done < count) {
      // A scrape resets the delay.
      await delayAtP99(service);
      const job = {
        ...{ port: service.port, connections: CLIENTS, milliseconds: 1000 },
        ...{ workloads, first: done + 1 },
      };
      done += checked(await load.run(job), 'mixed work').requests;
      delays.push((await delayAtP99(service)) * 1000);
    }
  };
  try {
    await workUntil(1);
    // V8 compiles during the first second.
    delays.length = 0;
    await workUntil(requests / 2);
    const heapHalfwayMegabytes = await service.heap();
    await workUntil(requests);
    return {
      requests: done,
      delayMedianMs: median(delays),
      delayMostMs: Math.max(...delays),
      heapHalfwayMegabytes,
      heapMegabytes: await service.heap(),
      residentMegabytes: residentMegabytes(service.pid),
    };
  } finally {
    load.stop();
  }
}

const delayAtP99 = (service: Serving) => service.metric('nodejs_eventloop_lag_p99_seconds');
