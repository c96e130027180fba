import querystring from 'node:querystring';
import { echoService } from '../support/echo-service';
import { serveLimited } from '../support/limited-server';

const SPAN = 'start=2026-03-01&end=2026-04-01';

async function ask(target: string): Promise<Response> {
  const service = echoService(async () => '[]');
  const { address } = await serveLimited({}, service, { feeds: { events: service, bootstrap: service } });
  return fetch(`${address.url}/calendar/${target}`);
}

test.each(['events', 'bootstrap', 'nearest'])(
  'no bad escape in the query of %s costs an error',
  async (name) => {
    // For each wrong query Node's own parser throws and catches an error, and then calls this function.
    const parser = querystring as unknown as { unescapeBuffer(text: string): Buffer };
    const repaired = jest.spyOn(parser, 'unescapeBuffer');
    expect((await ask(`${name}?x=${'&%81'.repeat(900)}`)).status).toBe(400);
    expect(repaired).toHaveBeenCalledTimes(0);
  },
);

const NAMES = Array.from({ length: 1_000 }, (_, at) => `&${at}`).join('=');

test.each([
  ['values that are not UTF-8', `${SPAN}&x=%81`, 200],
  ['plus signs and escapes', 'start=2026-03-01T00%3A00%3A00%2B01:00&end=2026-03-02T00:00:00+01:00', 200],
  ['a parameter twice', `${SPAN}&end=2026-05-01`, 400],
  ['no parameters', '', 400],
  ['more names than a call has', `${SPAN}${NAMES}=`, 500],
])('a feed is asked with %s', async (_what, query, status) => {
  const response = await ask(`events?${query}`);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
});
