import { EventService, type ServiceSettings } from '../../src/app/event-service';
import { SoapException } from '../../src/contract/errors';
import type { EventStore } from '../../src/store/event-store';

const SETTINGS: ServiceSettings = {
  rangeUnit: 'unix-ms',
  listFormat: 'json',
  eventJsonFormat: 'json',
  eventTextFormat: 'xml',
  maxEvents: 3,
  timeZone: 'Europe/Berlin',
};

function storeOf(answer: () => Promise<never>): EventStore {
  return { eventJson: answer, event: answer, listJson: answer, list: answer, example: answer };
}

test.each<[string, (service: EventService) => Promise<unknown>, string]>([
  ['month 0', (service) => service.selectEvents(0, 2026), 'month must be from 1 to 12.'],
  ['month 13', (service) => service.selectEvents(13, 2026), 'month must be from 1 to 12.'],
  ['the least int', (service) => service.selectEvents(-(2 ** 31), 2026), 'month must be from 1 to 12.'],
  ['year 0', (service) => service.selectEvents(1, 0), 'year must be from 1 to 9999.'],
  ['year 10000', (service) => service.selectEvents(12, 10_000), 'year must be from 1 to 9999.'],
  ['from after to', (service) => service.selectEventsRanged(2n, 1n), 'from must not be after to.'],
])('%s gets a fault for the client, and the store is not asked', async (_what, call, message) => {
  const service = new EventService(
    storeOf(() => Promise.reject(new Error('asked'))),
    SETTINGS,
  );
  const error: unknown = await call(service).catch((reason: unknown) => reason);
  expect(error).toEqual(new SoapException(message, { code: 'Client' }));
  expect(error).toMatchObject({ code: 'Client' });
});

test.each(['json', 'xml', 'bootstrap-calendar', 'fullcalendar', 'icalendar'] as const)(
  'a list of more events than the limit gets a fault that names the limit: %s',
  async (listFormat) => {
    const nothing = async () => ({ value: undefined as never, state: undefined });
    const service = new EventService(storeOf(nothing as () => Promise<never>), { ...SETTINGS, listFormat });
    await expect(service.selectEvents(3, 2026)).rejects.toEqual(
      new SoapException('There are more events than the limit of 3: ask for a shorter range.', {
        code: 'Client',
      }),
    );
  },
);
