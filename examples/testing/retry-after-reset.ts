// A client tries again after its connection was reset.
// Only the first connection is reset, so the second attempt is answered.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery({
  events: [{ id: 7, title: 'Board meeting', start: '2026-03-01T09:00:00Z' }],
});
await service.control.rules.add({ times: 1, then: { reset: 'before' } });
const ask = () => fetch(`${service.url}/SelectEvent?intEventID=7&bolAsJSON=true`);
const answer = await ask().catch(ask);
assert.match(await answer.text(), /Board meeting/);
await service.control.requests.verify({ where: { operation: 'SelectEvent' }, count: 2 });
await service.close();
