// This client is generated from /test/openapi.json. It creates a space, calls it, and checks its journal.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const { data: made, error } = await createClient<paths>({ baseUrl: process.argv[2] ?? '' }).POST(
  '/test/spaces',
  {
    body: { ttl: 60 },
  },
);
if (made === undefined) throw new Error(error.detail);

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const params = { path: { space: made.name } };
const { data: counts } = await client.PUT('/test/spaces/{space}/events', {
  params,
  body: [{ id: 7, title: 'Board meeting', start: 'today+1dT09:00' }],
});
assert.equal(counts?.added, 1);

const when = { operation: 'SelectEvent', arguments: { intEventID: { from: 1, to: 9 } } } as const;
const { data: rule } = await client.POST('/test/spaces/{space}/rules', {
  params,
  body: {
    when,
    times: 1,
    then: { delay: { percentiles: { '99': 5 } }, fault: { code: 'Server', text: 'on demand' } },
  },
});
assert.equal(rule?.used, 0);

const ask = () => fetch(`${made.url}/SelectEvent?intEventID=7&bolAsJSON=true`);
assert.equal((await ask()).status, 500);
assert.match(await (await ask()).text(), /Board meeting/);

const verify = (count: number) =>
  client.POST('/test/spaces/{space}/requests/verify', { params, body: { where: when, count } });
assert.equal((await verify(2)).data?.count, 2);
const { error: failed } = await verify(3);
assert.match(failed?.detail ?? '', /came 2 times/);
const { data: entries } = await client.GET('/test/spaces/{space}/requests', {
  params: { ...params, query: { outcome: ['fault'], limit: 5 } },
});
assert.deepEqual(
  entries?.map(({ rule: id, status }) => [id, status]),
  [[rule.id, 500]],
);
await client.DELETE('/test/spaces/{space}', { params });
assert.equal((await client.GET('/test/spaces/{space}', { params })).response.status, 410);
