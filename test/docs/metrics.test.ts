/** Compares docs/operations.md's table of metrics with what `/metrics` serves, both ways. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { watchingMetrics } from '../support/metrics';

const PAGE = readFileSync(path.join(__dirname, '../../docs/operations.md'), 'utf8');

test('every metric of the service is told of, and no other', async () => {
  const section = PAGE.split(/^## /m).find((part) => part.startsWith('Metrics\n')) ?? '';
  const told = [...section.matchAll(/^\| `(events_query_\w+)` \|/gm)].map(([, name]) => name);
  const text = await watchingMetrics().text();
  const served = [...text.matchAll(/^# TYPE (events_query_\w+) /gm)].map(([, name]) => name);
  expect(told.sort()).toEqual(served.sort());
});
