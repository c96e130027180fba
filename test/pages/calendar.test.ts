import express from 'express';
import request from 'supertest';
import { loadConfig } from '../../src/config';
import { ServiceUnavailableError, SoapException } from '../../src/contract/errors';
import type { EventsPortType } from '../../src/contract/operations';
import type { Observation } from '../../src/ops/observations';
import { calendarRouter } from '../../src/pages/calendar';
import { WALL_CLOCKS } from '../time/cases';

function site(select?: EventsPortType['selectEventsRanged'], timeZone = 'UTC') {
  const observed: Observation[] = [];
  const unused = () => Promise.reject(new Error('not the feed'));
  const feed = select && { selectEventsRanged: select, selectEvent: unused, selectEvents: unused };
  const router = calendarRouter({
    feed,
    config: loadConfig({ TIME_ZONE: timeZone }),
    endpointOf: () => `https://example.org/it's/WebServices/Events.asmx`,
    observe: (observation) => observed.push(observation),
  });
  return { app: express().set('query parser', false).use(router), observed };
}

/** Answers the range that it was asked for. */
const echo: EventsPortType['selectEventsRanged'] = async (from, to) =>
  JSON.stringify([from, to].map((instant) => new Date(Number(instant)).toISOString()));

const feedPath = (start: string, end: string) => `/calendar/events?${new URLSearchParams({ start, end })}`;

describe('the feed', () => {
  test.each(WALL_CLOCKS)(
    'in $zone begins at $wall as SelectEvents does',
    async ({ zone, wall, instant, last = instant }) => {
      const answer = await request(site(echo, zone).app).get(feedPath(wall, '9999-12-31T23:59:59.999Z'));
      expect(answer.body[0]).toBe(last);
    },
  );

  test.each([
    ['UTC', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['UTC', '2026-03-01T00:00:00+01:00', '2026-04-01T00:00:00+02:00', '2026-02-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-01T00:00:00', '2026-04-01T00:00:00', '2026-02-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '2026-08-01', '2026-06-30T22:00:00.000Z'],
    // The month view of January of the year 1 begins in the year before.
    ['UTC', '0000-12-31T00:00:00', '0001-02-11T00:00:00', '0000-12-31T00:00:00.000Z'],
    ['UTC', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '0001-01-01T00:00:00.000Z'],
  ])('in %s reads %s to %s', async (timeZone, start, end, from) => {
    const answer = await request(site(echo, timeZone).app).get(feedPath(start, end));
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body[0]).toBe(from);
  });

  test('reads a plus sign that was not percent-encoded', async () => {
    const address = '/calendar/events?start=2026-03-01T00:00:00+01:00&end=2026-04-01T00:00:00+02:00';
    const answer = await request(site(echo).app).get(address);
    expect(answer.body).toEqual(['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z']);
  });

  test("passes on the service's JSON as it is", async () => {
    const json = '[{"id":"1","title":"<script>"}]';
    const answer = await request(site(async () => json).app).get(feedPath('2026-03-01', '2026-04-01'));
    expect(answer.text).toBe(json);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([
    ['/calendar/events', 'start must be given, once.'],
    ['/calendar/events?start=2026-03-01&start=2026-03-02&end=2026-04-01', 'start must be given, once.'],
    [
      feedPath('yesterday', '2026-04-01'),
      'start must be a date or time of ISO 8601 such as 2026-03-01T00:00:00Z.',
    ],
    [
      feedPath('2026-02-30', '2026-04-01'),
      'start must be a date or time of ISO 8601 such as 2026-03-01T00:00:00Z.',
    ],
    [
      feedPath('2026-03-01', '<script>'),
      'end must be a date or time of ISO 8601 such as 2026-03-01T00:00:00Z.',
    ],
    [feedPath('2026-04-01', '2026-03-01'), 'start must be before end.'],
  ])('refuses %s with a sentence', async (address, sentence) => {
    const answer = await request(site(echo).app).get(address);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: sentence });
  });

  test.each([
    [
      422,
      new SoapException('More than 10 events: ask for less.', { code: 'Client' }),
      'More than 10 events: ask for less.',
    ],
    [
      503,
      new ServiceUnavailableError('The store is away.', { cause: new Error('ECONNREFUSED') }),
      'The store is away.',
    ],
    [500, new Error('SELECT * FROM secrets'), 'An error occurred on the server.'],
  ])('answers %i with what a client may see', async (status, error, sentence) => {
    const { app, observed } = site(() => Promise.reject(error));
    const answer = await request(app).get(feedPath('2026-03-01', '2026-04-01'));
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error: sentence });
    expect(observed.map(({ kind }) => kind)).toEqual(status === 500 ? ['unexpected-error'] : []);
  });
});

describe('the page at /', () => {
  test('is the calendar, under the policy, with an address that ends no quotation', async () => {
    const { text, headers } = await request(site(echo, 'Europe/Berlin').app).get('/');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(text).toContain('data-time-zone="Europe/Berlin"');
    expect(text).toContain('data-endpoint="https://example.org/it%27s/WebServices/Events.asmx"');
  });

  test('without a feed links to help and WSDL', async () => {
    const { app } = site();
    const { text } = await request(app).get('/');
    expect(text).toContain('href="WebServices/Events.asmx"');
    expect(text).toContain('href="WebServices/Events.asmx?WSDL"');
    expect(text).not.toContain('fullcalendar');
    expect((await request(app).get('/calendar/events')).status).toBe(404);
  });
});
