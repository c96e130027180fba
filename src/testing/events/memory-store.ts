/** Events in memory as a store: what a space serves once it has events of its own. */
import type { EventRow } from '../../formats/event';
import { framed, type ListFrame } from '../../formats/format';
import { type PackedEvents, packEvents } from '../../formats/packed-events';
import type { Selection } from '../../store/event-store';
import type { Example } from '../../store/queries/select-example';
import { DAY, utcMidnight } from '../../time/dates';
import { knownZone, monthOf } from '../../time/zones';
import type { BaseStore } from './base-events';
import type { EventSet, StoredEvent } from './event-set';
import type { Midnights } from './midnights';

const FIRST = utcMidnight(1, 1) - 2 * DAY;
const LAST = utcMidnight(10_000, 1) + 2 * DAY;

/** Answers as the store on Postgres does; a test holds it to that. */
export class MemoryStore implements BaseStore {
  constructor(
    private readonly events: EventSet,
    private readonly midnights: Midnights,
  ) {}

  /** Sets never change. */
  async state(): Promise<string | undefined> {
    return 'always';
  }

  async eventFragment(id: number, format: 'json' | 'xml'): Promise<string | undefined> {
    return this.events.byId(id)?.[format];
  }

  async packedEvent(id: number, timeZone: string): Promise<PackedEvents | undefined> {
    const event = this.events.byId(id);
    return event && packEvents([this.#row(event, timeZone)]);
  }

  async listFragments(
    selection: Selection,
    format: 'json' | 'xml',
    frame: ListFrame,
  ): Promise<string | undefined> {
    const found = this.#select(selection)?.map((event) => event[format]);
    return found && framed(found, frame);
  }

  async packedList(selection: Selection): Promise<PackedEvents | undefined> {
    const found = this.#select(selection);
    return found && packEvents(found.map((event) => this.#row(event, selection.timeZone)));
  }

  async example(now: Date, timeZone: string): Promise<Example | undefined> {
    const zone = knownZone(timeZone);
    const { start } = monthOf(now.getTime(), zone);
    const all = this.events.overlapping(FIRST, LAST, this.midnights.of(timeZone));
    const rows = all.map((event) => this.#row(event, timeZone));
    const found = rows.find(({ startInstant }) => startInstant >= start) ?? rows.at(-1);
    if (found === undefined) return undefined;
    const { month, year } = monthOf(found.startInstant, zone);
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

  #row({ values, extra }: StoredEvent, timeZone: string): EventRow {
    const instant = values.allDay ? this.midnights.of(timeZone) : (time: number) => time;
    return {
      ...values,
      startInstant: instant(values.start),
      endInstant: instant(values.end),
      extra,
    };
  }
}
