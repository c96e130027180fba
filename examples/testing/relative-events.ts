// Events relative to now.
// `now`, `today`, `month-start` and `year-start`, each with any of `+2h`, `-1d`, `+3w`, `+1mo`, and `T09:00`
// behind a day.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery({
  events: [
    { id: 1, title: 'Running', start: 'now-1h', end: 'now+1h' },
    { id: 2, title: 'Tomorrow at nine', start: 'today+1dT09:00' },
    { id: 3, title: 'Next month', start: 'month-start+1mo' },
  ],
});
const now = Date.now();
const answer = await fetch(`${service.url}/SelectEventsRanged?from=${now}&to=${now + 1}`);
assert.deepEqual((await answer.text()).match(/(?<="title":")[^"]+/g), ['Running']);
await service.close();
