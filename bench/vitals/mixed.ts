import { Load } from '../load/client';
import { checked } from '../load/job';
import type { Workload } from '../load/workload';
import { residentMegabytes } from '../machine/proc';
import { median } from '../report/stats';
import { metric, type Service } from '../tree';

export interface MixedWork {
  readonly requests: number;
  /** The event loop's delay at p99 in each second: in half of them, and in the worst. */
  readonly delayMedianMs: number;
  readonly delayMostMs: number;
  /** The least that was in use in a second, which is nearest to what is reachable: of the first half, of the last. */
  readonly heapFirstMegabytes: number;
  readonly heapLastMegabytes: number;
  readonly residentMegabytes: number;
}

const CLIENTS = 64;

interface Second {
  readonly requests: number;
  readonly delayMs: number;
  readonly heapMegabytes: number;
}

/** 64 clients of mixed work; a look at the service's metrics after each second. */
export async function measureMixed(
  service: Service,
  workloads: readonly Workload[],
  requests: number,
): Promise<MixedWork> {
  const load = new Load();
  const seconds: Second[] = [];
  let done = 0;
  try {
    for (let first = true; done < requests; first = false) {
      // A scrape begins the delay's count anew.
      await metric(service, 'nodejs_eventloop_lag_p99_seconds');
      const job = {
        port: service.port,
        connections: CLIENTS,
        milliseconds: 1000,
        workloads,
        first: done + 1,
      };
      const outcome = checked(await load.run(job), 'mixed work');
      done += outcome.requests;
      const second = {
        requests: outcome.requests,
        delayMs: (await metric(service, 'nodejs_eventloop_lag_p99_seconds')) * 1000,
        heapMegabytes: (await metric(service, 'nodejs_heap_size_used_bytes')) / 2 ** 20,
      };
      // The first second compiles.
      if (!first) seconds.push(second);
    }
  } finally {
    load.stop();
  }
  return { requests: done, ...summary(seconds), residentMegabytes: residentMegabytes(service.pid) };
}

function summary(seconds: readonly Second[]) {
  const delays = seconds.map(({ delayMs }) => delayMs);
  const half = Math.ceil(seconds.length / 2);
  const least = (some: readonly Second[]) => Math.min(...some.map(({ heapMegabytes }) => heapMegabytes));
  return {
    delayMedianMs: median(delays),
    delayMostMs: Math.max(...delays),
    heapFirstMegabytes: least(seconds.slice(0, half)),
    heapLastMegabytes: least(seconds.slice(-half)),
  };
}
