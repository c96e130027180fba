import { createMetrics } from '../../src/ops/metrics';

test('calls are counted by operation, binding and outcome, their durations measured', async () => {
  const metrics = createMetrics();
  const call = {
    kind: 'call',
    operation: 'SelectEvent',
    binding: 'soap12',
    outcome: 'fault',
    milliseconds: 7,
  } as const;
  metrics.observe(call);
  metrics.observe(call);
  const text = await metrics.text();
  expect(text).toContain(
    'events_query_calls_total{operation="SelectEvent",binding="soap12",outcome="fault"} 2',
  );
  expect(text).toContain(
    'events_query_call_duration_seconds_bucket{le="0.01",operation="SelectEvent",binding="soap12"} 2',
  );
});

test('the pool is read at each scrape', async () => {
  const metrics = createMetrics();
  let waiting = 0;
  metrics.watchPool(() => ({ open: 8, idle: 2, waiting }));
  expect(await metrics.text()).toContain('events_query_pool_connections{state="waiting"} 0');
  waiting = 3;
  expect(await metrics.text()).toContain('events_query_pool_connections{state="waiting"} 3');
});

test('two services in one process count apart', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.observe({ kind: 'database-trouble', trouble: 'unavailable', error: new Error('gone') });
  expect(await one.text()).toContain('events_query_database_troubles_total{trouble="unavailable"} 1');
  expect(await other.text()).toContain('events_query_database_troubles_total{trouble="unavailable"} 0');
});
