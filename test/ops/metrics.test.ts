import { createMetrics } from '../../src/ops/metrics';

test('the pool is read at each scrape', async () => {
  const metrics = createMetrics();
  let waiting = 0;
  metrics.watchPool(() => ({ open: 8, idle: 2, waiting }));
  expect(await metrics.text()).toContain('events_query_pool_connections{state="waiting"} 0');
  waiting = 3;
  expect(await metrics.text()).toContain('events_query_pool_connections{state="waiting"} 3');
});
