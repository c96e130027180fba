import { type EncodeResult, resultEncoder, withoutEscaping } from '../bindings/result-encoder';
import type { Config } from '../config';
import { ResultTooLongError, SoapException } from '../contract/errors';
import type { Answer, EventsService } from '../contract/operations';
import type { FormatName } from '../formats/built-in';
import { type FormatSettings, type Formats, openFormat, openFormats } from '../formats/open';
import { toUnixMs } from '../lib/time/range-unit';
import { knownZone } from '../lib/time/zones';
import type { MemoryBudget } from '../server/memory-budget';
import type { ReadOptions } from '../store/database';
import type { EventStore, Selection, Snapshot } from '../store/event-store';

export type ServiceSettings = Pick<Config, 'rangeUnit' | 'maxEvents'> & FormatSettings;

/** Implements the operations with a store. It checks all arguments before it queries the store. */
export class EventService implements EventsService {
  constructor(
    private readonly store: EventStore,
    private readonly settings: ServiceSettings,
    private readonly formats: Formats = openFormats(settings),
    /** Encodes results before they are cached. Without an encoder the bindings encode the text for each call. */
    private readonly encode?: EncodeResult,
  ) {}

  async selectEventsRanged(from: bigint, to: bigint, signal?: AbortSignal): Promise<Answer> {
    if (from > to) throw rejectedCall('from must not be after to.');
    const { rangeUnit } = this.settings;
    return await this.list({ from: toUnixMs(from, rangeUnit), to: toUnixMs(to, rangeUnit) }, signal);
  }

  async selectEvents(month: number, year: number, signal?: AbortSignal): Promise<Answer> {
    if (month < 1 || month > 12) throw rejectedCall('month must be from 1 to 12.');
    if (year < 1 || year > 9999) throw rejectedCall('year must be from 1 to 9999.');
    return await this.list({ month, year }, signal);
  }

  async selectEvent(intEventID: number, bolAsJSON: boolean, signal?: AbortSignal): Promise<Answer> {
    const format = bolAsJSON ? this.formats.eventJson : this.formats.eventText;
    const answer = await this.answerTo(`event ${intEventID} ${bolAsJSON}`, signal, async (options) => {
      if (format.source === 'json') {
        const { value, state } = await this.store.eventJson(intEventID, options);
        return { value: value ?? 'null', state };
      }
      const { value, state } = await this.store.event(intEventID, options);
      return { value: format.event(value), state };
    });
    // `??` would also replace null, which is a result of its own.
    return answer === undefined ? '' : answer;
  }

  private async list(span: Selection['span'], signal?: AbortSignal): Promise<Answer> {
    const { timeZone, maxEvents } = this.settings;
    const selection = { span, timeZone, limit: maxEvents };
    const format = this.formats.list;
    const answer = await this.answerTo(JSON.stringify(span), signal, async (options) => {
      if (format.source === 'json') return this.store.listJson(selection, options);
      const { value, state } = await this.store.list(selection, options);
      return { value: value && format.list(value), state };
    });
    if (answer === undefined) {
      throw new ResultTooLongError(
        `There are more events than the limit of ${maxEvents}: ask for a shorter range.`,
      );
    }
    return answer;
  }

  /**
   * Answers from the cache if possible.
   * @param name the name of the call in the cache; with the same formats and events, the answer must depend only on
   *   this name
   * @returns the answer, or `undefined` if the query has no value
   */
  private async answerTo(
    name: string,
    signal: AbortSignal | undefined,
    query: (options: ReadOptions) => Promise<Snapshot<string | null>>,
  ): Promise<Answer | undefined> {
    const { formats, encode } = this;
    const { cache } = this.store;
    const ask = async (timeoutMs?: number): Promise<Snapshot<Answer>> => {
      const { value, state } = await query({ signal, timeoutMs });
      const isText = typeof value === 'string' && encode !== undefined;
      return { value: isText ? await encode(value, signal) : value, state };
    };
    return cache === undefined ? (await ask()).value : await cache.get(formats, name, ask);
  }
}

/**
 * Makes the parts of an application that need a store: the service, the feeds, and the function that finds an example.
 * @param bytes the memory budget of the application
 * @param wrap may wrap the service in another service, but not the feeds
 */
export function createStoreServices(
  store: EventStore,
  config: Config,
  formats: Formats,
  bytes: MemoryBudget,
  wrap = (stored: EventsService) => stored,
) {
  const zone = knownZone(config.timeZone);
  const plain = resultEncoder(bytes, withoutEscaping);
  const feed = (name: FormatName) => {
    const list = openFormat(name, zone);
    return new EventService(store, { ...config, rangeUnit: 'unix-ms' }, { ...formats, list }, plain);
  };
  return {
    service: wrap(new EventService(store, config, formats, resultEncoder(bytes))),
    feeds: { events: feed('fullcalendar'), bootstrap: feed('bootstrap-calendar') },
    findExample: (at: Date, signal: AbortSignal) => store.example(at, config.timeZone, { signal }),
  };
}

function rejectedCall(message: string): SoapException {
  return new SoapException(message, { code: 'Client' });
}
