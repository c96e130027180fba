/** docs/operations.md's table of metrics against what `/metrics` serves, both ways. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createMetrics } from '../../src/ops/metrics';

const PAGE = readFileSync(path.join(__dirname, '../../docs/operations.md'), 'utf8');

test('every metric of the service is told of, and no other', async () => {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith('Metrics\n')) ?? '';
  const told = [...section.matchAll(/^\| `(events_query_\w+)` \|/gm)].map(([, name]) => name);
  const metrics = createMetrics();
  metrics.watchPool(() => ({ open: 1, idle: 1, waiting: 0 }));
  metrics.watchBytes(() => 0);
  const text = await metrics.text();
  const served = [...text.matchAll(/^# TYPE (events_query_\w+) /gm)].map(([, name]) => name);
  expect(told.sort()).toEqual(served.sort());
});
