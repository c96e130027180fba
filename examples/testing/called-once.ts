// The client calls the service exactly once.
// If it calls more or less often, the error has the number of calls and the similar requests.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery();
await fetch(`${service.url}/SelectEvent?intEventID=8&bolAsJSON=true`);
const where = { operation: 'SelectEvent', arguments: { intEventID: 8 } } as const;
await service.control.requests.verify({ where, count: 1 });
const wrong = { ...where, arguments: { intEventID: 7 } };
await assert.rejects(service.control.requests.verify({ where: wrong, count: 1 }), /intEventID/);
await service.close();
