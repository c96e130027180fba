// Tests in their own spaces can run in parallel.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const answers = await Promise.all(
  [1, 2, 3, 4, 5].map(async (id) => {
    const service = await startEventsQuery({ events: [{ id, title: `Of test ${id}`, start: 'today' }] });
    const answer = await fetch(`${service.url}/SelectEventsRanged?from=0&to=9007199254740992`);
    const calls = await service.control.requests.list();
    await service.close();
    return [(await answer.text()).match(/Of test \d/g), calls.length];
  }),
);
assert.deepEqual(
  answers,
  [1, 2, 3, 4, 5].map((id) => [[`Of test ${id}`], 1]),
);
