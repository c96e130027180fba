import type { Clock } from '../lib/time/clock';
import type { EventDraft } from './draft';
import { eventTimes, type RefuseTime, type TimePart } from './event-times';
import type { TimeField } from './placeholder';

/** One place holds each of these fields. A time may be split over two. */
type Single = Exclude<keyof EventDraft, 'start' | 'end' | 'extra'>;

type Fields = { -readonly [F in keyof EventDraft]?: EventDraft[F] };

/** Collects the values of one event. If a field has two values, the first one counts. */
export class DraftBuilder {
  readonly #fields: Fields = {};
  readonly #parts: { [F in TimeField]?: TimePart[] } & { duration?: number } = {};

  set<F extends Single>(field: F, value: Fields[F]): void {
    this.#fields[field] ??= value;
  }

  /** Adds a time or a part of one, because a date and its time of day may stand in two places. */
  addTime(field: TimeField, part: TimePart): void {
    const others = this.#parts[field];
    if (others === undefined) this.#parts[field] = [part];
    else others.push(part);
  }

  /** @param milliseconds the length of the event, which is used if it has no end */
  setDuration(milliseconds: number): void {
    this.#parts.duration ??= milliseconds;
  }

  /**
   * Returns the event.
   * @param refuse is called for each time that can't be read; the draft lacks that time
   */
  draft(extra: EventDraft['extra'], clock: Clock, refuse: RefuseTime): EventDraft {
    const fields = this.#fields;
    const { start, end, allDay } = eventTimes(this.#parts, fields.allDay, clock, refuse);
    if (start !== undefined) fields.start = start;
    if (end !== undefined) fields.end = end;
    if (allDay !== undefined) fields.allDay = allDay;
    return { ...fields, extra };
  }
}
