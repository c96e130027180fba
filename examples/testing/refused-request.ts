// A refused request found in the journal.
// What never became a call is in the journal with the bytes of both ways: here a method's name in another letter
// case.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery();
await fetch(`${service.url}/selectevent?intEventID=1&bolAsJSON=true`);
const [refused] = await service.control.requests.list({ outcome: 'refused' });
assert.match(refused?.request.line ?? '', /\/selectevent\?intEventID=1/);
assert.match(String(refused?.response.body), /selectevent/);
await service.close();
