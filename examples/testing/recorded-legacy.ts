// Rules replay the recorded answers of an old service. Each file of a recording has the call and the answer.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery();
for (const file of readdirSync('recorded').filter((name) => name !== 'source.json')) {
  const {
    operation,
    arguments: args,
    bindings: _,
    ...then
  } = JSON.parse(readFileSync(`recorded/${file}`, 'utf8'));
  await service.control.rules.add({ when: { operation, arguments: args }, then });
}
const answer = await fetch(`${service.url}/SelectEvents?month=3&year=2026`);
assert.match(await answer.text(), /as the legacy said/);
await service.close();
