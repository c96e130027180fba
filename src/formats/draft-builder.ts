import type { Clock } from '../lib/time/clock';
import type { EventDraft } from './draft';
import { eventTimes, type RefuseTime, type ToldTime } from './event-times';
import type { TimeField } from './placeholder';

/** Fields whose value stands in one place. */
type Single = Exclude<keyof EventDraft, 'start' | 'end' | 'extra'>;

type Fields = { -readonly [F in keyof EventDraft]?: EventDraft[F] };

/** Collects the values of one event, each of its type. Of a field that is told twice the first value counts. */
export class DraftBuilder {
  readonly #fields: Fields = {};
  readonly #told: { [F in TimeField]?: ToldTime[] } & { duration?: number } = {};

  set<F extends Single>(field: F, value: Fields[F]): void {
    this.#fields[field] ??= value;
  }

  /** Adds what one place tells of a time: a date and its time of day may stand in two. */
  addTime(field: TimeField, told: ToldTime): void {
    const others = this.#told[field];
    if (others === undefined) this.#told[field] = [told];
    else others.push(told);
  }

  /** @param milliseconds the length of the event, which counts where no end is told */
  setDuration(milliseconds: number): void {
    this.#told.duration ??= milliseconds;
  }

  /**
   * Ends the collecting.
   * @param refuse is told of times that are none; they are missing then
   */
  draft(extra: EventDraft['extra'], clock: Clock, refuse: RefuseTime): EventDraft {
    const fields = this.#fields;
    const { start, end, allDay } = eventTimes(this.#told, fields.allDay, clock, refuse);
    if (start !== undefined) fields.start = start;
    if (end !== undefined) fields.end = end;
    if (allDay !== undefined) fields.allDay = allDay;
    return { ...fields, extra };
  }
}
