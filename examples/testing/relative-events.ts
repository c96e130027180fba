// Events can have times relative to now.
// They begin with `now`, `today`, `month-start` or `year-start`. Lengths such as `+2h`, `-1d`, `+3w` and `+1mo`, and
// after a day a time of day such as `T09:00`, may follow.
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
