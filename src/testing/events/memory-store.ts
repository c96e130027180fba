/** Implements a store over events in memory. A space uses it when it has events of its own. */
import { type EventRow, eventJson } from '../../formats/event';
import { TEXT_FIELDS } from '../../formats/event-fields';
import { DAY } from '../../lib/time/dates';
import { knownZone, monthOf, spanOfMonth, type TimeZone } from '../../lib/time/zones';
import type { EventStore, Selection, Snapshot } from '../../store/event-store';
import type { Example } from '../../store/queries/select-example';

/** This is the state of all stores in memory, because their events never change. */
const STATE = 'always';

/** Maps events to their JSON, which is made on first use. */
const jsonTexts = new WeakMap<EventRow, string>();

interface Found {
  readonly event: EventRow;
  readonly begins: number;
}

/**
 * Answers like the store on Postgres. A test compares the two stores. This store is immutable, so spaces can share it.
 * It has no cache of answers, because a lookup would cost as much as an answer.
 */
export class MemoryStore implements EventStore, Iterable<EventRow> {
  static readonly EMPTY = new MemoryStore([]);

  /** This is an estimate of the events' memory in bytes, including the texts that are made from them. */
  readonly bytes: number;
  readonly #byId: ReadonlyMap<number, EventRow>;

  /** @param events the events, of which no two have the same id or uid */
  constructor(events: readonly EventRow[]) {
    const sorted = [...events].sort((a, b) => a.id - b.id);
    this.#byId = new Map(sorted.map((event) => [event.id, event]));
    this.bytes = sorted.reduce((sum, event) => sum + sizeOf(event), 0);
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Yields the events in the order of their ids. */
  [Symbol.iterator](): IterableIterator<EventRow> {
    return this.#byId.values();
  }

  async state(): Promise<string | undefined> {
    return STATE;
  }

  async eventJson(id: number): Promise<Snapshot<string>> {
    const event = this.#byId.get(id);
    return snapshot(event && jsonOf(event));
  }

  async event(id: number): Promise<Snapshot<EventRow>> {
    return snapshot(this.#byId.get(id));
  }

  async listJson(selection: Selection): Promise<Snapshot<string>> {
    const { value } = await this.list(selection);
    return snapshot(value && `[${value.map(jsonOf).join(',')}]`);
  }

  async list({ span, timeZone, limit }: Selection): Promise<Snapshot<readonly EventRow[]>> {
    const zone = knownZone(timeZone);
    const { start, end } =
      'year' in span ? spanOfMonth(span.year, span.month, zone) : { start: span.from, end: span.to };
    const found = this.#overlapping(start, end, zone);
    return snapshot(found.length > limit ? undefined : found.map(({ event }) => event));
  }

  async example(now: Date, timeZone: string): Promise<Example | undefined> {
    const zone = knownZone(timeZone);
    const all = this.#overlapping(-Infinity, Infinity, zone);
    const { start } = monthOf(now.getTime(), zone);
    const found = all.find(({ begins }) => begins >= start) ?? all.at(-1);
    if (found === undefined) return undefined;
    const { month, year } = monthOf(found.begins, zone);
    return { id: found.event.id, month, year };
  }

  /**
   * Returns the events that overlap `[from, to)`, as the queries on Postgres do: those that begin before `to` and end
   * after `from`, and those without a duration that begin at `from` or later. They are ordered by start, then id.
   */
  #overlapping(from: number, to: number, { startOfDay }: TimeZone): readonly Found[] {
    const found: Found[] = [];
    for (const event of this) {
      const { start, end, allDay } = event;
      // A date's midnight in any zone is less than a day from its midnight in UTC.
      if (start >= to + DAY || end <= from - DAY) continue;
      const begins = allDay ? startOfDay(start) : start;
      const ends = allDay ? startOfDay(end) : end;
      if (begins < to && (ends > from || begins >= from)) found.push({ event, begins });
    }
    return found.sort((a, b) => a.begins - b.begins);
  }
}

function snapshot<Value>(value: Value | undefined): Snapshot<Value> {
  return { value, state: STATE };
}

function jsonOf(event: EventRow): string {
  const text = jsonTexts.get(event) ?? eventJson(event);
  jsonTexts.set(event, text);
  return text;
}

function sizeOf(event: EventRow): number {
  const characters = TEXT_FIELDS.map((field) => event[field]).join('').length;
  return 512 + 4 * (characters + JSON.stringify(event.extra ?? {}).length);
}
