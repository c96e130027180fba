import { EventService, type ServiceSettings } from '../../src/app/event-service';
import { SoapException } from '../../src/contract/errors';
import type { EventRow } from '../../src/formats/event';
import type { EventStore } from '../../src/store/event-store';
import { textOf } from '../support/result-text';

const SETTINGS: ServiceSettings = {
  rangeUnit: 'unix-ms',
  listFormat: 'json',
  eventJsonFormat: 'json',
  eventTextFormat: 'xml',
  maxEvents: 3,
  timeZone: 'Europe/Berlin',
};

const ROW: EventRow = {
  id: 7,
  uid: '7',
  title: 'Talk',
  description: '',
  location: '',
  url: '',
  category: '',
  allDay: false,
  start: 0,
  end: 0,
};

/** A store whose answers are given, and that keeps what it was asked. */
function fakeStore(answers: { json?: string; row?: EventRow; body?: string; rows?: EventRow[] } = {}) {
  const asked: unknown[][] = [];
  const answering =
    <T>(value: T) =>
    async (...question: unknown[]) => {
      asked.push(question.slice(0, -1));
      return { value, state: undefined };
    };
  const store: EventStore = {
    eventJson: answering(answers.json),
    event: answering(answers.row),
    listJson: answering(answers.body),
    list: answering(answers.rows),
    example: async () => undefined,
  };
  return { store, asked };
}

test.each<[string, (service: EventService) => Promise<unknown>, string]>([
  ['month 0', (service) => service.selectEvents(0, 2026), 'month must be from 1 to 12.'],
  ['month 13', (service) => service.selectEvents(13, 2026), 'month must be from 1 to 12.'],
  ['the least int', (service) => service.selectEvents(-(2 ** 31), 2026), 'month must be from 1 to 12.'],
  ['year 0', (service) => service.selectEvents(1, 0), 'year must be from 1 to 9999.'],
  ['year 10000', (service) => service.selectEvents(12, 10_000), 'year must be from 1 to 9999.'],
  ['from after to', (service) => service.selectEventsRanged(2n, 1n), 'from must not be after to.'],
])('%s is the client’s fault and never reaches the store', async (_what, call, message) => {
  const { store, asked } = fakeStore();
  const error: unknown = await call(new EventService(store, SETTINGS)).catch((reason: unknown) => reason);
  expect(error).toEqual(new SoapException(message, { code: 'Client' }));
  expect(error).toMatchObject({ code: 'Client' });
  expect(asked).toEqual([]);
});

test('a list in json is put together by the store', async () => {
  const { store, asked } = fakeStore({ body: 'a' });
  const service = new EventService(store, { ...SETTINGS, rangeUnit: 'unix-s' });
  expect(await textOf(service.selectEventsRanged(1n, 2n))).toBe('a');
  const selection = { span: { from: 1000, to: 2000 }, timeZone: 'Europe/Berlin', limit: 3 };
  expect(asked).toEqual([[selection]]);
});

test('a list in another format is rendered from rows', async () => {
  const { store, asked } = fakeStore({ rows: [ROW] });
  const service = new EventService(store, { ...SETTINGS, listFormat: 'fullcalendar' });
  expect(JSON.parse(String(await textOf(service.selectEvents(3, 2026))))).toMatchObject([{ id: '7' }]);
  expect(asked).toEqual([[{ span: { month: 3, year: 2026 }, timeZone: 'Europe/Berlin', limit: 3 }]]);
});

test.each(['json', 'xml', 'bootstrap-calendar', 'fullcalendar', 'icalendar'] as const)(
  'more events than the limit in %s is a fault that names it',
  async (listFormat) => {
    const service = new EventService(fakeStore().store, { ...SETTINGS, listFormat });
    await expect(service.selectEvents(3, 2026)).rejects.toEqual(
      new SoapException('There are more events than the limit of 3: ask for a shorter range.', {
        code: 'Client',
      }),
    );
  },
);

test('bolAsJSON chooses JSON, else the format of EVENT_TEXT_FORMAT', async () => {
  const { store, asked } = fakeStore({ json: 'f', row: ROW });
  expect(await textOf(new EventService(store, SETTINGS).selectEvent(7, true))).toBe('f');
  expect(await textOf(new EventService(store, SETTINGS).selectEvent(7, false))).toBe(
    '<events><event><id>7</id><title>Talk</title><description></description><location></location><url></url>' +
      '<category></category><start>1970-01-01T00:00:00Z</start><end>1970-01-01T00:00:00Z</end>' +
      '<allDay>false</allDay></event></events>',
  );
  const icalendar = new EventService(store, { ...SETTINGS, eventTextFormat: 'icalendar' });
  expect(await textOf(icalendar.selectEvent(7, true))).toBe('f');
  expect(await textOf(icalendar.selectEvent(7, false))).toContain('X-EVENTS-QUERY-ID:7\r\n');
  expect(asked).toEqual([[7], [7], [7], [7]]);
});

test.each([
  ['xml', '<events></events>'],
  ['json', 'null'],
  ['icalendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//events-query//EN\r\nEND:VCALENDAR\r\n'],
] as const)('an id without an event is the empty answer of %s', async (eventTextFormat, empty) => {
  const service = new EventService(fakeStore().store, { ...SETTINGS, eventTextFormat });
  expect(await textOf(service.selectEvent(-1, false))).toBe(empty);
  expect(await textOf(service.selectEvent(-1, true))).toBe('null');
});

test('an error that is no store’s stays what it is', async () => {
  const bug = new TypeError('a bug');
  const fails = () => Promise.reject(bug);
  const store = { eventJson: fails, event: fails, listJson: fails, list: fails, example: fails };
  await expect(new EventService(store, SETTINGS).selectEvents(3, 2026)).rejects.toBe(bug);
});
