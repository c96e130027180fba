/** Events in memory as a store: what a space serves once it has events of its own. */
import type { EventRow } from '../../formats/event';
import type { EventStore, Selection } from '../../store/event-store';
import { utcMidnight } from '../../time/dates';
import type { EventSet, StoredEvent } from './event-set';
import type { Midnights } from './midnights';

/** Answers as the store on Postgres does; a test holds it to that. */
export class MemoryStore implements EventStore {
  constructor(
    private readonly events: EventSet,
    private readonly midnights: Midnights,
  ) {}

  async eventFragment(id: number, format: 'json' | 'xml'): Promise<string | undefined> {
    return this.events.byId(id)?.[format];
  }

  async eventRow(id: number, timeZone: string, withExtra = false): Promise<EventRow | undefined> {
    const event = this.events.byId(id);
    return event && this.#row(event, timeZone, withExtra);
  }

  async listFragments(
    selection: Selection,
    format: 'json' | 'xml',
    separator: string,
  ): Promise<string | undefined> {
    return this.#select(selection)
      ?.map((event) => event[format])
      .join(separator);
  }

  async listRows(selection: Selection, withExtra = false): Promise<readonly EventRow[] | undefined> {
    return this.#select(selection)?.map((event) => this.#row(event, selection.timeZone, withExtra));
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

  #row({ values, extra }: StoredEvent, timeZone: string, withExtra: boolean): EventRow {
    const instant = values.allDay ? this.midnights.of(timeZone) : (time: number) => time;
    return {
      ...values,
      startInstant: instant(values.start),
      endInstant: instant(values.end),
      ...(withExtra && { extra }),
    };
  }
}
