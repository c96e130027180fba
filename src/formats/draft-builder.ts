import type { JsonValue } from '../lib/json';
import type { Clock } from '../lib/time/clock';
import type { EventDraft } from './draft';
import { eventTimes, type RefuseTime, type ToldTime } from './event-times';
import type { TimeField } from './placeholder';

/** Fields whose value stands in one place. */
type Single = Exclude<keyof EventDraft, 'start' | 'end' | 'extra'>;

/** Collects the values of one event, each of its type. Of a field that is told twice the first value counts. */
export class DraftBuilder {
  readonly #fields: { -readonly [F in Single]?: EventDraft[F] } = {};
  readonly #extra: Record<string, JsonValue> = Object.create(null);
  readonly #times = new Map<TimeField, ToldTime[]>();
  #duration: number | undefined;

  set<F extends Single>(field: F, value: EventDraft[F]): void {
    if (!(field in this.#fields)) this.#fields[field] = value;
  }

  setExtra(name: string, value: JsonValue): void {
    if (!(name in this.#extra)) this.#extra[name] = value;
  }

  /** Adds what one place tells of a time: a date and its time of day may stand in two. */
  addTime(field: TimeField, told: ToldTime): void {
    const others = this.#times.get(field);
    if (others === undefined) this.#times.set(field, [told]);
    else others.push(told);
  }

  /** @param milliseconds the length of the event, which counts where no end is told */
  setDuration(milliseconds: number): void {
    this.#duration ??= milliseconds;
  }

  /** @param refuse is told of times that are none; they are missing then */
  draft(clock: Clock, refuse: RefuseTime): EventDraft {
    const told = { times: this.#times, duration: this.#duration, allDay: this.#fields.allDay };
    return { ...this.#fields, ...eventTimes(told, clock, refuse), extra: { ...this.#extra } };
  }
}
