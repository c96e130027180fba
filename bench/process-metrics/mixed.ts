import { Load } from '../load/client';
import { checked } from '../load/job';
import type { Workload } from '../load/workload';
import { residentMegabytes } from '../machine/proc';
import { median } from '../report/stats';
import { heapMegabytes, metric, type Service } from '../tree';

export interface MixedWork {
  readonly requests: number;
  /** The event loop's delay at p99 in each second: in half of them, and in the worst. */
  readonly delayMedianMs: number;
  readonly delayMostMs: number;
  /** What is reachable when half of the requests are done, which have filled what keeps answers, and after all. */
  readonly heapHalfwayMegabytes: number;
  readonly heapMegabytes: number;
  readonly residentMegabytes: number;
}

const CLIENTS = 64;

/** 64 clients of mixed work; a look at the service's metrics after each second. */
export async function measureMixed(
  service: Service,
  workloads: readonly Workload[],
  requests: number,
): Promise<MixedWork> {
  const load = new Load();
  const delays: number[] = [];
  let done = 0;
  const workUntil = async (count: number) => {
    while (done < count) {
      // A scrape begins the delay's count anew.
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
    // The first second compiles.
    delays.length = 0;
    await workUntil(requests / 2);
    const heapHalfwayMegabytes = await heapMegabytes(service);
    await workUntil(requests);
    return {
      requests: done,
      delayMedianMs: median(delays),
      delayMostMs: Math.max(...delays),
      heapHalfwayMegabytes,
      heapMegabytes: await heapMegabytes(service),
      residentMegabytes: residentMegabytes(service.pid),
    };
  } finally {
    load.stop();
  }
}

const delayAtP99 = (service: Service) => metric(service, 'nodejs_eventloop_lag_p99_seconds');
