// The journal contains a refused request.
// Here the client wrote the name of the method in another letter case. The entry has the request and the answer.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery();
await fetch(`${service.url}/selectevent?intEventID=1&bolAsJSON=true`);
const [refused] = await service.control.requests.list({ outcome: 'refused' });
assert.match(refused?.request.line ?? '', /\/selectevent\?intEventID=1/);
assert.match(String(refused?.response.body), /selectevent/);
await service.close();
