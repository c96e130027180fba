/**
 * Represents events in memory. A set is immutable, so a space that is created from another one shares its set.
 */

import { eventJson } from '../../formats/event';
import type { EventValues, ExtraFields } from '../../formats/event-fields';
import type { Clock } from '../../lib/time/clock';
import { DAY } from '../../lib/time/dates';
import { membersOf } from '../../transfer/writers';

/** Represents an event with its JSON, which is made on first use. */
export class StoredEvent {
  /** This is an estimate of the event's memory in bytes, including the texts that are made from it. */
  readonly bytes: number;
  #json: string | undefined;

  constructor(
    readonly values: EventValues,
    readonly extra: ExtraFields = {},
  ) {
    const { uid, title, description, location, url, category } = values;
    const characters = [uid, title, description, location, url, category].join('').length;
    this.bytes = 512 + 4 * (characters + JSON.stringify(extra).length);
  }

  get json(): string {
    this.#json ??= eventJson(this.values);
    return this.#json;
  }
}

interface Found {
  readonly event: StoredEvent;
  readonly begins: number;
}

export class EventSet implements Iterable<StoredEvent> {
  static readonly EMPTY = new EventSet([]);

  readonly #byId = new Map<number, StoredEvent>();

  /** Every id and every uid belongs to one event, and the events come by their ids. */
  constructor(events: Iterable<StoredEvent>) {
    for (const event of events) this.#byId.set(event.values.id, event);
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Estimates the bytes in memory. */
  get bytes(): number {
    let bytes = 0;
    for (const event of this) bytes += event.bytes;
    return bytes;
  }

  byId(id: number): StoredEvent | undefined {
    return this.#byId.get(id);
  }

  [Symbol.iterator](): IterableIterator<StoredEvent> {
    return this.#byId.values();
  }

  /**
   * Returns the events that overlap `[from, to)`, as the store's queries do: those that begin before `to` and end after
   * `from`, and those without a duration that begin at `from` or later. They are ordered by start, then id.
   */
  overlapping(from: number, to: number, startOfDay: Clock['startOfDay']): readonly StoredEvent[] {
    const found: Found[] = [];
    for (const event of this) {
      const { start, end, allDay } = event.values;
      // A date's midnight in any zone is less than a day from its midnight in UTC.
      if (start >= to + DAY || end <= from - DAY) continue;
      const begins = allDay ? startOfDay(start) : start;
      const ends = allDay ? startOfDay(end) : end;
      if (begins < to && (ends > from || begins >= from)) found.push({ event, begins });
    }
    found.sort((a, b) => a.begins - b.begins);
    return found.map(({ event }) => event);
  }
}

/** Returns all events with the members that an import reads. */
export function writeEvents(events: EventSet): readonly object[] {
  return Array.from(events, ({ values, extra }) => membersOf({ ...values, extra }));
}
