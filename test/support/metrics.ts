import { PassThrough } from 'node:stream';
import { createMetrics, type Metrics } from '../../src/ops/metrics';

/** Creates metrics with everything that `serve` watches. */
export function watchingMetrics(): Metrics {
  const metrics = createMetrics({ version: '1.2.3', commit: 'abc' });
  metrics.watchPool(() => ({ open: 1, idle: 1, waiting: 0 }));
  metrics.watchMemoryBudget(() => 0);
  metrics.watchLog(new PassThrough());
  metrics.watchCache(() => ({ hits: 0, misses: 0, evictions: 0, bytes: 0 }));
  metrics.watchReplicationLag(async () => [{ server: 'local', seconds: 0 }]);
  return metrics;
}
