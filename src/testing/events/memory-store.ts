/** A store of events in memory, which a space uses when it has events of its own. */
import type { Result } from '../../contract/operations';
import type { EventRow } from '../../formats/event';
import type { CancelSignal } from '../../lib/cancel-signal';
import { memoize } from '../../lib/memoize';
import { utcMidnight } from '../../lib/time/dates';
import { knownZone, monthOf, startOfDay } from '../../lib/time/zones';
import { type EventStore, resultOf, type Selection } from '../../store/event-store';
import type { Example } from '../../store/queries/select-example';
import { ALWAYS, type BaseStore } from './base-events';
import type { EventSet, StartOfDay, StoredEvent } from './event-set';

/** Answers like the store on Postgres, which a test compares. */
export class MemoryStore implements BaseStore {
  constructor(
    private readonly events: EventSet,
    private readonly midnights: StartOfDayCache,
  ) {}

  for(_signal?: CancelSignal): BaseStore & Pick<MemoryStore, 'for'> {
    return this;
  }

  /** Not cached: a lookup in a cache would cost as much as the query. */
  async cached(
    _owner: object,
    _name: string,
    ask: (store: EventStore) => Promise<string | undefined>,
  ): Promise<Result | undefined> {
    return resultOf(await ask(this));
  }

  async state(): Promise<string | undefined> {
    return 'always';
  }

  async eventJson(id: number): Promise<string | undefined> {
    return this.events.byId(id)?.json;
  }

  async event(id: number): Promise<EventRow | undefined> {
    const event = this.events.byId(id);
    return event && rowOf(event);
  }

  async listJson(selection: Selection): Promise<string | undefined> {
    const found = this.#select(selection);
    return found && `[${found.map(({ json }) => json).join(',')}]`;
  }

  async list(selection: Selection): Promise<readonly EventRow[] | undefined> {
    return this.#select(selection)?.map(rowOf);
  }

  async example(now: Date, timeZone: string): Promise<Example | undefined> {
    const zone = knownZone(timeZone);
    const { start } = monthOf(now.getTime(), zone);
    const all = this.events.overlapping(ALWAYS.from, ALWAYS.to, this.midnights.of(timeZone));
    const begins = all.map(({ values }) => ({
      id: values.id,
      instant: values.allDay ? this.midnights.of(timeZone)(values.start) : values.start,
    }));
    const found = begins.find(({ instant }) => instant >= start) ?? begins.at(-1);
    if (found === undefined) return undefined;
    const { month, year } = monthOf(found.instant, zone);
    return { id: found.id, month, year };
  }

  #select({ span, timeZone, limit }: Selection): readonly StoredEvent[] | undefined {
    const startOfDay = this.midnights.of(timeZone);
    const [from, to] =
      'year' in span
        ? [startOfDay(utcMidnight(span.year, span.month)), startOfDay(utcMidnight(span.year, span.month + 1))]
        : [span.from, span.to];
    const found = this.events.overlapping(from, to, startOfDay);
    return found.length > limit ? undefined : found;
  }
}

function rowOf({ values, extra }: StoredEvent): EventRow {
  return { ...values, extra };
}

/** Limit for each zone, because a client may ask for any month of ten thousand years. */
const MAX_CACHED = 20_000;

/** Caches the starts of days by zone, for all spaces: the runtime takes microseconds for each. */
export class StartOfDayCache {
  readonly #zones = new Map<string, StartOfDay>();

  /** @param timeZone IANA name, checked before */
  of(timeZone: string): StartOfDay {
    const known = this.#zones.get(timeZone);
    if (known !== undefined) return known;
    const zone = knownZone(timeZone);
    const begins = memoize((midnight) => startOfDay(midnight, zone), MAX_CACHED);
    this.#zones.set(timeZone, begins);
    return begins;
  }
}
