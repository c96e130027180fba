/** Implements a store over events in memory. A space uses it when it has events of its own. */
import type { EventRow } from '../../formats/event';
import { memoize } from '../../lib/memoize';
import { type Clock, clockOf } from '../../lib/time/clock';
import { utcMidnight } from '../../lib/time/dates';
import { monthOf } from '../../lib/time/zones';
import type { Selection, Snapshot } from '../../store/event-store';
import type { Example } from '../../store/queries/select-example';
import { ALWAYS, type BaseStore } from './base-events';
import type { EventSet, StoredEvent } from './event-set';

/** All spaces with the same zone share a clock, which caches days: Node needs microseconds for each. */
const clockIn = memoize<Clock, string>(clockOf, 100);

/** These events never change. */
const STATE = 'always';

/** Answers like the store on Postgres; a test compares both. It has no cache, because a lookup would cost as much. */
export class MemoryStore implements BaseStore {
  constructor(private readonly events: EventSet) {}

  async state(): Promise<string | undefined> {
    return STATE;
  }

  async eventJson(id: number): Promise<Snapshot<string>> {
    return snapshot(this.events.byId(id)?.json);
  }

  async event(id: number): Promise<Snapshot<EventRow>> {
    const event = this.events.byId(id);
    return snapshot(event && rowOf(event));
  }

  async listJson(selection: Selection): Promise<Snapshot<string>> {
    const found = this.#select(selection);
    return snapshot(found && `[${found.map(({ json }) => json).join(',')}]`);
  }

  async list(selection: Selection): Promise<Snapshot<readonly EventRow[]>> {
    return snapshot(this.#select(selection)?.map(rowOf));
  }

  async example(now: Date, timeZone: string): Promise<Example | undefined> {
    const { startOfDay, offsetAt } = clockIn(timeZone);
    const all = this.events.overlapping(ALWAYS.from, ALWAYS.to, startOfDay);
    const begins = all.map(({ values }) => ({
      id: values.id,
      instant: values.allDay ? startOfDay(values.start) : values.start,
    }));
    const { start } = monthOf(now.getTime(), offsetAt);
    const found = begins.find(({ instant }) => instant >= start) ?? begins.at(-1);
    if (found === undefined) return undefined;
    const { month, year } = monthOf(found.instant, offsetAt);
    return { id: found.id, month, year };
  }

  #select({ span, timeZone, limit }: Selection): readonly StoredEvent[] | undefined {
    const { startOfDay } = clockIn(timeZone);
    const [from, to] =
      'year' in span
        ? [startOfDay(utcMidnight(span.year, span.month)), startOfDay(utcMidnight(span.year, span.month + 1))]
        : [span.from, span.to];
    const found = this.events.overlapping(from, to, startOfDay);
    return found.length > limit ? undefined : found;
  }
}

function snapshot<Value>(value: Value | undefined): Snapshot<Value> {
  return { value, state: STATE };
}

function rowOf({ values, extra }: StoredEvent): EventRow {
  return { ...values, extra };
}
