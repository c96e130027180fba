/** Compares docs/operations.md's table of metrics with what `/metrics` serves, both ways. */
import { watchingMetrics } from '../support/metrics';
import { tableUnder, wordsOf } from './tables';

test('every metric of the service is told of, and no other', async () => {
  const told = tableUnder('docs/operations.md', 'Metrics').flatMap(([name]) => wordsOf(name));
  const text = await watchingMetrics().text();
  const served = [...text.matchAll(/^# TYPE (events_query_\w+) /gm)].map(([, name]) => name);
  expect(told.filter((name) => name.startsWith('events_query_')).sort()).toEqual(served.sort());
});
