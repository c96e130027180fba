import { createMetrics } from '../../src/ops/metrics';

test('the pool is read at each scrape', async () => {
  const metrics = createMetrics({ version: '1.2.3', commit: 'abc' });
  let waiting = 0;
  metrics.watchPool(() => ({ open: 8, idle: 2, waiting }));
  expect(await metrics.text()).toContain('events_query_pool_connections{state="waiting"} 0');
  waiting = 3;
  expect(await metrics.text()).toContain('events_query_pool_connections{state="waiting"} 3');
});

test('what is running is a metric', async () => {
  const text = await createMetrics({ version: '1.2.3', commit: 'abc' }).text();
  expect(text).toContain('events_query_build_info{version="1.2.3",commit="abc"} 1\n');
  expect(await createMetrics({ version: '1.2.3', commit: undefined }).text()).toContain('commit=""} 1\n');
});

test('each scrape asks how far behind the standbys are; one that is gone leaves no number behind', async () => {
  const metrics = createMetrics({ version: '1.2.3', commit: undefined });
  let answer = async () => [
    { server: '10.0.0.1', seconds: 0 },
    { server: '10.0.0.2', seconds: 95.5 },
  ];
  metrics.watchReplicationLag(() => answer());
  const samples = async () =>
    (await metrics.text())
      .split('\n')
      .filter((line) => line.startsWith('events_query_replication_lag_seconds{'));
  expect(await samples()).toEqual([
    'events_query_replication_lag_seconds{server="10.0.0.1"} 0',
    'events_query_replication_lag_seconds{server="10.0.0.2"} 95.5',
  ]);
  answer = async () => [{ server: '10.0.0.1', seconds: Number.POSITIVE_INFINITY }];
  expect(await samples()).toEqual(['events_query_replication_lag_seconds{server="10.0.0.1"} +Inf']);
  answer = () => Promise.reject(new Error('no such function'));
  expect(await samples()).toEqual([]);
  expect(await metrics.text()).toContain('events_query_build_info');
});

test('renamed metrics are served under their old names too', async () => {
  const metrics = createMetrics({ version: '1.2.3', commit: undefined });
  metrics.observe({ kind: 'database-error', reason: 'retried', error: undefined });
  const text = await metrics.text();
  expect(text).toContain('\nevents_query_database_errors_total{kind="retried"} 1\n');
  expect(text).toContain('\nevents_query_database_troubles_total{trouble="retried"} 1\n');
});
