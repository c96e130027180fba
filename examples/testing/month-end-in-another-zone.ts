// In another zone a month begins at another time.
// On 28 February at 23:30 UTC it is already March in Tokyo. Months begin in `TIME_ZONE`. Relative times count from `at`.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery({ settings: { TIME_ZONE: 'Asia/Tokyo' } });
const events = [
  { id: 1, title: 'Now', start: 'now' },
  { id: 2, title: 'Today', start: 'today' },
];
await service.control.events.replace(events, { at: '2026-02-28T23:30:00Z' });
const titles = async (month: number) =>
  (await (await fetch(`${service.url}/SelectEvents?month=${month}&year=2026`)).text()).match(
    /(?<="title":")\w+/g,
  );
assert.deepEqual(await titles(2), null);
assert.deepEqual(await titles(3), ['Today', 'Now']);
await service.close();
