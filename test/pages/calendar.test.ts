import request from 'supertest';
import { type AppOptions, createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import { ServiceUnavailableError, SoapException, VisibleError } from '../../src/contract/errors';
import type { EventsPortType } from '../../src/contract/operations';
import type { Observation } from '../../src/ops/observations';
import { echoService } from '../support/echo-service';

function site(
  selectEventsRanged: EventsPortType['selectEventsRanged'],
  env: Record<string, string> = {},
  more: Pick<AppOptions, 'findExample'> = {},
) {
  const observed: Observation[] = [];
  const feed = { ...echoService(), selectEventsRanged };
  const app = createApp({
    service: echoService(),
    feeds: { events: feed, bootstrap: feed },
    config: loadConfig(env),
    observe: (observation) => observed.push(observation),
    ...more,
  });
  return { app, observed };
}

const echo: EventsPortType['selectEventsRanged'] = async (from, to) =>
  JSON.stringify([from, to].map((instant) => new Date(Number(instant)).toISOString()));

const feedPath = (start: string, end: string) => `/calendar/events?${new URLSearchParams({ start, end })}`;

describe('the feed', () => {
  test.each([
    ['UTC', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['UTC', '2026-03-01T00:00:00+01:00', '2026-04-01T00:00:00+02:00', '2026-02-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-01T00:00:00', '2026-04-01T00:00:00', '2026-02-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '2026-08-01', '2026-06-30T22:00:00.000Z'],
    // This midnight occurs twice. The day begins with the second midnight, as in SelectEvents.
    ['America/Havana', '2026-11-01T00:00:00', '2026-12-01T00:00:00', '2026-11-01T05:00:00.000Z'],
    // The month view of January of the year 1 begins in the year before.
    ['UTC', '0000-12-31T00:00:00', '0001-02-11T00:00:00', '0000-12-31T00:00:00.000Z'],
    ['UTC', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z'],
  ])('in %s reads %s to %s', async (timeZone, start, end, from) => {
    const answer = await request(site(echo, { TIME_ZONE: timeZone }).app).get(feedPath(start, end));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body[0]).toBe(from);
  });

  test('reads a plus sign that was not percent-encoded', async () => {
    const address = '/calendar/events?start=2026-03-01T00:00:00+01:00&end=2026-04-01T00:00:00+02:00';
    const answer = await request(site(echo).app).get(address);
    expect(answer.body).toEqual(['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z']);
  });

  const ISO = 'must be a date or time of ISO 8601 such as 2026-03-01T00:00:00Z.';
  test.each([
    ['/calendar/events', 'start must be given once.'],
    ['/calendar/events?start=2026-03-01&start=2026-03-02&end=2026-04-01', 'start must be given once.'],
    [feedPath('yesterday', '2026-04-01'), `start ${ISO}`],
    [feedPath('2026-02-30', '2026-04-01'), `start ${ISO}`],
    [feedPath('2026-03-01', '<script>'), `end ${ISO}`],
    [feedPath('2026-03-01', '2026-03-01'), 'start must be before end.'],
    [feedPath('2026-04-01', '2026-03-01'), 'start must be before end.'],
  ])('refuses %s with a sentence', async (address, sentence) => {
    const answer = await request(site(echo).app).get(address);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: sentence });
  });

  const TOO_MANY = 'More than 10 events: ask for less.';
  test.each([
    [422, new SoapException(TOO_MANY, { code: 'Client' }), TOO_MANY],
    [422, new VisibleError('The month is wrong.', { type: 'System.Exception' }), 'The month is wrong.'],
    [500, new Error('SELECT * FROM secrets'), 'An error occurred on the server.'],
  ])('answers %i with what a client may see', async (status, error, sentence) => {
    const { app, observed } = site(() => Promise.reject(error));
    const answer = await request(app).get(feedPath('2026-03-01', '2026-04-01'));
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error: sentence });
    const call = { kind: 'call', operation: 'SelectEventsRanged', binding: 'calendar' };
    expect(observed).toMatchObject(
      status === 422
        ? [{ ...call, outcome: 'fault' }]
        : [
            { ...call, outcome: 'error' },
            { kind: 'unexpected-error', error },
          ],
    );
    expect(answer.headers['retry-after']).toBeUndefined();
  });

  test('is counted as a call, or as refused if it is invalid', async () => {
    const { app, observed } = site(echo);
    await request(app).get(feedPath('2026-03-01', '2026-04-01'));
    await request(app).get('/calendar/events?start=x');
    const rejected = { kind: 'rejected', reason: 'parameter', status: 400, path: '/calendar/events' };
    expect(observed).toMatchObject([
      { kind: 'call', binding: 'calendar', outcome: 'ok' },
      { ...rejected, binding: 'calendar' },
    ]);
  });

  test('of several megabytes arrives completely', async () => {
    const json = JSON.stringify([{ title: 'é<&'.repeat(200_000) }]);
    const answer = await request(site(async () => json).app).get(feedPath('2026-03-01', '2026-04-01'));
    expect(answer.text).toBe(json);
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(json));
  });
});

describe('the feed of bootstrap-calendar', () => {
  const MARCH = [Date.UTC(2026, 2, 1), Date.UTC(2026, 3, 1)] as const;
  const path = (from: unknown, to: unknown) => `/calendar/bootstrap?from=${from}&to=${to}`;

  test('reads milliseconds, and ignores the widget’s other parameters', async () => {
    const { app } = site(echo, { RANGE_UNIT: 'unix-s', TIME_ZONE: 'Asia/Tokyo' });
    const { body } = await request(app).get(`${path(...MARCH)}&browser_timezone=Europe%2FBerlin`);
    expect(body).toEqual(['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']);
  });

  test('reads every year that an event can have', async () => {
    const years = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
    const [from, to] = years.map((time) => Date.parse(time));
    expect((await request(site(echo).app).get(path(from, to))).body).toEqual(years);
  });

  test.each([
    [path(MARCH[1], MARCH[0]), 'from must be before to.'],
    [path('2026-03-01', MARCH[1]), 'from must be Unix time in milliseconds such as 1772323200000.'],
    [path(MARCH[0], '1e12'), 'to must be Unix time in milliseconds such as 1772323200000.'],
    ['/calendar/bootstrap?from=1', 'to must be given once.'],
    [path(0, '1'.repeat(16)), 'to must be Unix time in milliseconds such as 1772323200000.'],
  ])('refuses %s as the widget reads it', async (address, error) => {
    const answer = await request(site(echo).app).get(address);
    expect([answer.status, answer.body]).toEqual([400, { success: 0, error }]);
  });
});

describe('the month that the calendar shows in place of an empty one', () => {
  const nearest = (month: string, found: object | undefined) => {
    const asked: Date[] = [];
    const findExample = async (at: Date) => {
      asked.push(at);
      return found as { id: number; month: number; year: number } | undefined;
    };
    const { app, observed } = site(echo, {}, { findExample });
    return request(app)
      .get(`/calendar/nearest?month=${month}`)
      .then(({ status, body }) => ({ status, body, asked, kinds: observed.map(({ kind }) => kind) }));
  };

  test.each([
    ['2026-03', { id: 7, month: 5, year: 2026 }, { month: '2026-05' }],
    ['0001-01', { id: 7, month: 12, year: 33 }, { month: '0033-12' }],
    ['9999-12', undefined, null],
  ])('is right for %s', async (month, found, body) => {
    const answer = await nearest(month, found);
    expect(answer).toEqual({ status: 200, body, asked: [new Date(`${month}-15T00:00:00Z`)], kinds: [] });
  });

  test.each([
    ['a bug', new Error('a bug'), 500, 'An error occurred on the server.', [{ kind: 'unexpected-error' }]],
    ['an outage', new ServiceUnavailableError('Away.', { cause: 'a test' }), 503, 'Away.', []],
    ['a refusal', new VisibleError('Too long.', { type: 'T' }), 422, 'Too long.', []],
  ])('is answered for %s as the feeds answer it', async (_what, failure, status, error, seen) => {
    const { app, observed } = site(echo, {}, { findExample: () => Promise.reject(failure) });
    const answer = await request(app).get('/calendar/nearest?month=2026-03');
    expect([answer.status, answer.body]).toEqual([status, { error }]);
    expect(observed).toMatchObject(seen);
  });

  test('is read from a query that contains a question mark', async () => {
    const { app } = site(echo, {}, { findExample: async () => undefined });
    expect((await request(app).get('/calendar/nearest?source=a?b&month=2026-03')).status).toBe(200);
  });

  test.each(['', '2026', '2026-13', '0000-01', '2026-03-01'])('is not looked up for %j', async (month) => {
    expect(await nearest(month, undefined)).toEqual({
      status: 400,
      body: { error: 'month must be a year and a month such as 2026-03.' },
      asked: [],
      kinds: ['rejected'],
    });
  });
});

test('the page at / contains the zone, and an address with escaped quotation marks', async () => {
  const env = { TIME_ZONE: 'Europe/Berlin', PUBLIC_URL: `https://example.org/it's` };
  const { text } = await request(site(echo, env).app).get('/');
  expect(text).toContain('data-time-zone="Europe/Berlin"');
  expect(text).toContain('Times are in Europe/Berlin.');
  expect(text).toContain('data-endpoint="https://example.org/it%27s/WebServices/Events.asmx"');
});

test('without feeds there is no calendar', async () => {
  const app = createApp({ service: echoService(), config: loadConfig({}) });
  for (const path of ['/', '/calendar/events', '/calendar/bootstrap', '/calendar/nearest?month=2026-03'])
    expect((await request(app).get(path)).status).toBe(404);
});
