import type { Config } from '../config';
import {
  ResultTooLongError,
  ServiceBusyError,
  ServiceUnavailableError,
  SoapException,
} from '../contract/errors';
import type { EventsPortType } from '../contract/operations';
import type { Format } from '../formats/format';
import { type FormatSettings, type Formats, openFormats } from '../formats/open';
import type { Answer } from '../store/answers';
import { ReadAbandonedError, StoreBusyError, StoreUnavailableError } from '../store/errors';
import type { EventStore, Selection } from '../store/event-store';
import { toUnixMs } from '../time/range-unit';
import type { GoneSignal } from '../work/gone-signal';

export type ServiceSettings = Pick<Config, 'rangeUnit' | 'maxEvents'> & FormatSettings;

/** The three operations over a store. A request that is wrong never reaches the store. */
export class EventService implements EventsPortType {
  constructor(
    private readonly store: EventStore,
    private readonly settings: ServiceSettings,
    private readonly formats: Formats = openFormats(settings),
  ) {}

  for(signal: GoneSignal): EventService {
    return this.store.for === undefined
      ? this
      : new EventService(this.store.for(signal), this.settings, this.formats);
  }

  async selectEventsRanged(from: bigint, to: bigint): Promise<string> {
    if (from > to) throw clientFault('from must not be after to.');
    const { rangeUnit } = this.settings;
    return await this.list({ from: toUnixMs(from, rangeUnit), to: toUnixMs(to, rangeUnit) });
  }

  async selectEvents(month: number, year: number): Promise<string> {
    if (month < 1 || month > 12) throw clientFault('month must be from 1 to 12.');
    if (year < 1 || year > 9999) throw clientFault('year must be from 1 to 9999.');
    return await this.list({ month, year });
  }

  async selectEvent(intEventID: number, bolAsJSON: boolean): Promise<string> {
    const format = bolAsJSON ? this.formats.eventJson : this.formats.eventText;
    const answer = await this.ask(`event ${intEventID} ${bolAsJSON}`, async (store) =>
      format.source === 'json'
        ? ((await store.eventJson(intEventID)) ?? 'null')
        : format.event(await store.event(intEventID)),
    );
    return answer ?? '';
  }

  private async list(span: Selection['span']): Promise<string> {
    const { timeZone, maxEvents } = this.settings;
    const selection = { span, timeZone, limit: maxEvents };
    const name = 'year' in span ? `month ${span.year}-${span.month}` : `range ${span.from} ${span.to}`;
    const answer = await this.ask(name, (store) => render(store, this.formats.list, selection));
    if (answer === undefined) {
      throw new ResultTooLongError(
        `There are more events than the limit of ${maxEvents}: ask for a shorter range.`,
      );
    }
    return answer;
  }

  /** The settings never change, so beside the events the answer depends on `name` and this service's formats. */
  private ask(name: string, ask: (store: EventStore) => Promise<Answer>): Promise<Answer> {
    const { store, formats } = this;
    const asked = store.remembered?.(formats, name, ask) ?? ask(store);
    return asked.catch(throwServiceError);
  }
}

/** `undefined` when there are more events than the limit. */
async function render(store: EventStore, format: Format, selection: Selection): Promise<Answer> {
  if (format.source === 'json') return store.listJson(selection);
  const rows = await store.list(selection);
  return rows && format.list(rows);
}

function clientFault(message: string): SoapException {
  return new SoapException(message, { code: 'Client' });
}

/**
 * What the store tells of itself, as the bindings know it.
 * @throws ServiceBusyError, ServiceUnavailableError, or `error` itself
 */
export function throwServiceError(error: unknown): never {
  if (error instanceof StoreBusyError) throw new ServiceBusyError({ cause: error });
  if (error instanceof StoreUnavailableError || error instanceof ReadAbandonedError)
    throw new ServiceUnavailableError(error.message, { cause: error });
  throw error;
}
