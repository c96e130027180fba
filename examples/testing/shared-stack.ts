// The tests use a service that runs elsewhere.
// All tests share this service, and each test has its own space.
import assert from 'node:assert/strict';
import { EventsQueryControl } from 'events-query/testing';

const control = new EventsQueryControl(process.env.EVENTS_CONTROL ?? 'http://127.0.0.1:8081');
const space = await control.createSpace({ ttl: 60 });
await space.events.replace([{ id: 7, title: 'Board meeting', start: 'today' }]);
const answer = await fetch(`${space.url}/SelectEvent?intEventID=7&bolAsJSON=true`);
assert.match(await answer.text(), /Board meeting/);
await space.end();
