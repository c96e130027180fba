import { createMetrics } from '../../src/ops/metrics';
import { LIMITS } from '../../src/ops/observations';
import { tableUnder, wordsOf } from '../docs/tables';

test('watched values are read anew at each scrape, and are not added up', async () => {
  const metrics = createMetrics({ version: '1.2.3', commit: 'abc' });
  let now = 3;
  metrics.watchPool(() => ({ open: now, idle: now, waiting: now }));
  metrics.watchMemoryBudget(() => now);
  metrics.watchCache(() => ({ hits: now, misses: now, evictions: now, bytes: now }));
  const watched = async () => {
    const text = await metrics.text();
    return [...text.matchAll(/^events_query_((?:pool|memory|cache|kept_answers|bytes)_\S+) (\d+)$/gm)];
  };
  for (now of [3, 3, 7]) {
    const samples = await watched();
    expect(samples.map(([, name]) => name)).toEqual([
      'pool_connections{state="open"}',
      'pool_connections{state="idle"}',
      'pool_connections{state="waiting"}',
      'memory_reserved_bytes',
      'cache_lookups_total{outcome="hit"}',
      'cache_lookups_total{outcome="miss"}',
      'cache_evictions_total',
      'cache_bytes',
      'bytes_in_flight',
      'kept_answers_total{outcome="hit"}',
      'kept_answers_total{outcome="miss"}',
      'kept_answers_evicted_total',
      'kept_answers_bytes',
    ]);
    expect(new Set(samples.map(([, , value]) => value))).toEqual(new Set([String(now)]));
  }
});

test('the running version is a metric', async () => {
  const text = await createMetrics({ version: '1.2.3', commit: 'abc' }).text();
  expect(text).toContain('events_query_build_info{version="1.2.3",commit="abc"} 1\n');
  expect(await createMetrics({ version: '1.2.3', commit: undefined }).text()).toContain('commit=""} 1\n');
});

test('each scrape measures the standbys’ lags, and a standby that is gone has no series', async () => {
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

test('renamed metrics are also served under their old names', async () => {
  const metrics = createMetrics({ version: '1.2.3', commit: undefined });
  metrics.observe({ kind: 'database-error', reason: 'retried', error: undefined });
  const text = await metrics.text();
  expect(text).toContain('\nevents_query_database_errors_total{kind="retried"} 1\n');
  expect(text).toContain('\nevents_query_database_troubles_total{trouble="retried"} 1\n');
});

test('each limit and each error of the database that the page names is served as 0 before it occurs', async () => {
  const text = await createMetrics({ version: '1.2.3', commit: undefined }).text();
  const begun = (name: string) =>
    text.match(new RegExp(`(?<=^events_query_${name}\\{\\w+=").*(?="\\} 0$)`, 'gm')) ?? [];
  const row = tableUnder('docs/operations.md', 'Metrics').find(([name]) => name?.includes('database_errors'));
  expect(begun('database_errors_total').sort()).toEqual(wordsOf(row?.[2]).sort());
  expect(begun('limit_hits_total')).toEqual(LIMITS);
});
