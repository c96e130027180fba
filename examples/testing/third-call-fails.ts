// The third call fails.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery();
await service.control.rules.add({ after: 2, times: 1, then: { unavailable: true } });
const statuses: number[] = [];
for (let call = 0; call < 4; call++) {
  statuses.push((await fetch(`${service.url}/SelectEvent?intEventID=1&bolAsJSON=true`)).status);
}
assert.deepEqual(statuses, [200, 200, 503, 200]);
await service.close();
