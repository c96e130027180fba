import querystring from 'node:querystring';
import { echoService } from '../support/echo-service';
import { serveLimited } from '../support/limited-server';

afterEach(() => jest.restoreAllMocks());

const BAD = '&%81'.repeat(900);
const SPAN = 'start=2026-03-01&end=2026-04-01';

test.each(['events', 'bootstrap', 'nearest'])(
  'no bad escape in the query of %s costs an error',
  async (name) => {
    // For each wrong query Node's own parser throws and catches an error, and then calls this function.
    const parser = querystring as unknown as { unescapeBuffer(text: string): Buffer };
    const repaired = jest.spyOn(parser, 'unescapeBuffer');
    const service = echoService();
    const { address } = await serveLimited({}, service, { feeds: { events: service, bootstrap: service } });
    const response = await fetch(`${address.url}/calendar/${name}?x=${BAD}`);
    expect(response.status).toBe(400);
    expect(repaired).toHaveBeenCalledTimes(0);
  },
);

test.each([
  ['values that are not UTF-8', `${SPAN}&x=%81`, 200],
  ['plus signs and escapes', 'start=2026-03-01T00%3A00%3A00%2B01:00&end=2026-03-02T00:00:00+01:00', 200],
  ['a parameter twice', `${SPAN}&end=2026-05-01`, 400],
  ['no parameters', '', 400],
  [
    'more names than a call has',
    `${SPAN}${Array.from({ length: 1_000 }, (_, at) => `&${at}`).join('=')}=`,
    500,
  ],
])('a feed is asked with %s', async (_what, query, status) => {
  const service = echoService(async () => '[]');
  const { address } = await serveLimited({}, service, { feeds: { events: service, bootstrap: service } });
  const response = await fetch(`${address.url}/calendar/events?${query}`);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
});
