// A client receives an answer of 10 MB.
// It is longer than all default limits of clients, such as 64 KB for WCF's `MaxReceivedMessageSize`.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery({
  events: Array.from({ length: 2600 }, (_, index) => ({
    id: index + 1,
    title: 'x'.repeat(4000),
    start: '2026-03-01',
  })),
});
const answer = await fetch(`${service.url}/SelectEvents?month=3&year=2026`);
assert.ok((await answer.text()).length > 10_000_000);
await service.close();
