// A client's timeout ends a call with a slow answer.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery();
await service.control.rules.add({ when: { operation: 'SelectEvents' }, then: { delay: { ms: 2000 } } });
const march = `${service.url}/SelectEvents?month=3&year=2026`;
await assert.rejects(fetch(march, { signal: AbortSignal.timeout(100) }), { name: 'TimeoutError' });
await service.close();
