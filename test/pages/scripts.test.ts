/** The functions of the pages' scripts give the right results. These tests need no browser. */

import request from 'supertest';
import { createApp } from '../../src/app';
import { loadConfig } from '../../src/config';
import { RANGE_UNITS, toUnixMs } from '../../src/lib/time/range-unit';
import { knownZone } from '../../src/lib/time/zones';
import * as calendar from '../../src/pages/assets/calendar-events.mjs';
import * as invocation from '../../src/pages/assets/invocation.mjs';
import * as units from '../../src/pages/assets/range-unit.mjs';
import { BAD_DAYS } from '../data/bad-days';
import { echoService } from '../support/echo-service';
import { helpPage, textOf } from './view';

describe('range units', () => {
  const INSTANTS =
    '0001-01-01T00:00:00Z 1969-12-31T23:59:59Z 2026-03-01T09:00:00Z 9999-12-31T23:59:59Z'.split(' ');

  test.each(RANGE_UNITS)('%s: the service reads the picked time, and the page shows it again', (unit) => {
    for (const iso of INSTANTS) {
      const digits = units.toUnit(Date.parse(iso), unit);
      expect([iso, toUnixMs(BigInt(digits), unit)]).toEqual([iso, Date.parse(iso)]);
      expect(units.fromUnit(digits, unit)?.getTime()).toBe(Date.parse(iso));
    }
  });

  test.each([
    ['+1772355600000', 'unix-ms', 1_772_355_600_000],
    ['-1', 'unix-s', -1000],
    ['253402300799999', 'unix-ms', 253_402_300_799_999],
    ['253402300800000', 'unix-ms', undefined],
    ['-62135596800001', 'unix-ms', undefined],
    ['9223372036854775807', 'unix-s', undefined],
    ['', 'unix-ms', undefined],
    ['1e3', 'unix-ms', undefined],
    ['12345678901234567890', 'unix-ms', undefined],
  ] as const)('%j in %s means the instant %s', (digits, unit, expected) => {
    expect(units.fromUnit(digits, unit)?.getTime()).toBe(expected);
  });

  // The test uses only a few of the days, because the scripts ask Intl again for each time. Monrovia's offset has
  // seconds.
  const DAYS = BAD_DAYS.filter(([zone]) => /Berlin|Havana|Lord_Howe|Apia|Monrovia/.test(zone));
  test.each(DAYS)('%s, %s (%s): a picked time is the service’s instant, and is shown again', (zone, day) => {
    const known = knownZone(zone);
    const midnight = Date.parse(`${day}T00:00:00Z`);
    // Clocks change at a midnight or a few hours after it.
    for (const hours of [-2, -1, 0, 1, 2, 3, 23, 24].flatMap((hour) => [hour, hour + 0.5])) {
      const local = midnight + hours * 3_600_000;
      const picked = new Date(local).toISOString().slice(0, 16);
      const instant = known.instantOf(local);
      expect([picked, units.instantOf(picked, zone)]).toEqual([picked, instant]);
      const shown = new Date(known.localTimeOf(instant)).toISOString().slice(0, 19);
      expect(units.localTime(new Date(instant), zone)).toBe(shown);
    }
  });

  test('a text that is not a time has no instant', () => {
    expect(units.instantOf('', 'UTC')).toBeNaN();
  });
});

describe('the texts that the calendar shows of an event', () => {
  const plain = (said: string) => said.replace(/[\u2009\u202f\u00a0]/g, ' ');

  test.each([
    ['a day', '2026-03-06', '2026-03-07', /^Friday,? 6 March 2026$/],
    [
      'three days, the end exclusive',
      '2026-03-06',
      '2026-03-09',
      /^Friday,? 6( March)? – Sunday,? 8 March 2026$/,
    ],
    ['over a month’s end', '2026-03-31', '2026-04-02', /^Tuesday,? 31 March – Wednesday,? 1 April 2026$/],
  ])('all-day, %s, in any zone', (_what, start, end, said) => {
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      expect(plain(calendar.describeTime({ start, end, allDay: true }, zone))).toMatch(said);
    }
  });

  const BASE = 'https://example.org/calendar';
  test.each([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['http://example.org', 'http://example.org/'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['/page', 'https://example.org/page'],
    ['javascript:alert(1)', undefined],
    ['JaVaScRiPt:alert(1)', undefined],
    [' javascript:alert(1)', undefined],
    ['java\nscript:alert(1)', undefined],
    ['data:text/html,<script>alert(1)</script>', undefined],
    ['vbscript:x', undefined],
    ['file:///etc/passwd', undefined],
    ['blob:https://example.org/1', undefined],
    ['http://', undefined],
  ])('the link %j leads to %s', (url, target) => {
    expect(calendar.linkTarget(url, BASE)).toBe(target);
  });

  test('a category always has the same of five colours, and an event without one has the first', () => {
    expect(calendar.colourOf('')).toBe(0);
    const names = Array.from({ length: 200 }, (_, index) => `${index} of many categories`);
    const colours = names.map((name) => calendar.colourOf(name));
    expect(new Set(colours)).toEqual(new Set([1, 2, 3, 4, 5]));
    expect([calendar.colourOf('meeting'), calendar.colourOf('release')]).toEqual([3, 4]);
  });
});

describe('the form’s requests', () => {
  const BINDINGS = ['HTTP GET', 'HTTP POST', 'SOAP 1.1', 'SOAP 1.2'] as const;
  const NAMESPACES = ['http://tempuri.org/', 'urn:events', `urn:it's<b>&"`];
  const service = '/WebServices/Events.asmx';

  async function built(
    binding: (typeof BINDINGS)[number],
    operation: string,
    values: Readonly<Record<string, string>>,
    namespace = 'urn:x',
  ) {
    const page = await helpPage({ op: operation }, { SERVICE_NAMESPACE: namespace });
    const [radio = ''] =
      new RegExp(`<input type="radio" name="binding" value="${binding}".*?>`, 's').exec(page) ?? [];
    const data = [...radio.matchAll(/data-(\w+)="([^"]*)"/g)].map(([, name, text = '']) => [
      name,
      textOf(text),
    ]);
    return invocation.buildRequest(
      Object.fromEntries(data),
      `${service}/${operation}`,
      Object.entries(values),
    );
  }

  const calls: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['SelectEvent', { intEventID: '5', bolAsJSON: 'true' }, 'SelectEvent|5|True'],
    ['SelectEvent', { intEventID: '5', bolAsJSON: 'a&b<3' }, 'a&amp;b&lt;3'],
    [
      'SelectEventsRanged',
      { from: '-1', to: '9223372036854775807' },
      'SelectEventsRanged|-1|9223372036854775807',
    ],
  ];

  describe.each(BINDINGS)('%s', (binding) => {
    test.each(NAMESPACES)('are accepted by the strict service of the namespace %s', async (namespace) => {
      const config = loadConfig({ SERVICE_NAMESPACE: namespace, STRICT: 'true' });
      const app = createApp({ service: echoService(), config });
      for (const [operation, values, echoed] of calls) {
        const message = await built(binding, operation, values, namespace);
        const asked =
          message.method === 'GET' ? request(app).get(message.path) : request(app).post(message.path);
        const answer = await asked.set(message.headers).send(message.body).buffer(true);
        expect(answer.text).toContain(echoed);
      }
    });
  });
});

test('the form’s request is shown with the length of its body in bytes', () => {
  const message = { method: 'POST', path: '/x', headers: {}, body: 'ü€' } as const;
  expect(invocation.wireText(message, 'h')).toBe('POST /x HTTP/1.1\nHost: h\nContent-Length: 5\n\nü€');
});

describe('the calendar’s events', () => {
  const event = {
    id: '1',
    title: 'Planning Meeting',
    start: '2026-03-03',
    end: '2026-03-04',
    allDay: true,
    extendedProps: { description: 'Budget and dates', location: 'Room 4.12', category: 'internal' },
  };

  test.each([
    ['planning', true],
    ['BUDGET', true],
    ['4.12', true],
    ['internal', true],
    ['dates  planning', true],
    ['planning release', false],
    ['meetingbudget', false],
    ['', true],
  ])('a search for %j finds an event: %s', (search, found) => {
    expect(calendar.matches(event, search)).toBe(found);
  });

  test('a range is requested only once, unless its request failed; another range is requested too', async () => {
    const asked: string[] = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
      asked.push(String(address));
      if (asked.length === 3) throw new Error('away');
      return Response.json([event]);
    });
    expect(await calendar.loadEvents('a', 'b')).toEqual([event]);
    expect(await calendar.loadEvents('a', 'b')).toEqual([event]);
    await calendar.loadEvents('b', 'c');
    await expect(calendar.loadEvents('c', 'd')).rejects.toThrow('The service does not answer.');
    expect(await calendar.loadEvents('c', 'd')).toEqual([event]);
    const queries = ['start=a&end=b', 'start=b&end=c', 'start=c&end=d', 'start=c&end=d'];
    expect(asked).toEqual(queries.map((query) => `calendar/events?${query}`));
  });
});
