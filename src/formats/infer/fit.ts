/** Tries placeholders on the values of a sample with the same reader and writer that the service uses. */
import { DAY } from '../../lib/time/dates';
import { readLenient } from '../../lib/time/lenient';
import type { TimeZone } from '../../lib/time/zones';
import { boundsOf, type EventDraft, millisecondsOf } from '../draft';
import type { EventRow } from '../event';
import { TEXT_FIELDS, type TextField } from '../event-fields';
import { type Placeholder, readPlaceholder } from '../placeholder';
import { readEvent } from '../read';
import { type Column, isGiven, type Sample, textsIn } from './sample';
import { fieldNamed } from './words';

/** Maps columns to the placeholders that replace their values. The placeholders have no braces. */
export type ColumnPlaceholders = ReadonlyMap<Column, string>;

export interface Fit {
  /**
   * `exact` means that every event is read and written back unchanged, and `read` only that every event is read. The
   * member is absent if some event is not read.
   */
  readonly fits?: 'exact' | 'read';
  /** If some event can't be read, or an import would refuse it, this is the reason for the first such event. */
  readonly refusal?: string;
}

export class Fitter {
  /** Maps a column of the end to the text that means a missing end. */
  readonly #standIns: ReadonlyMap<Column, string>;

  constructor(
    private readonly sample: Sample,
    private readonly zone: TimeZone,
  ) {
    this.#standIns = new Map(
      sample.columns.flatMap((column): [Column, string][] => {
        const standIn = standInOf(column);
        return standIn === undefined ? [] : [[column, standIn]];
      }),
    );
  }

  /** Returns a column without the text that stands for a missing end. */
  withoutStandIn(column: Column): Column {
    const standIn = this.#standIns.get(column);
    if (standIn === undefined) return column;
    const isStandIn = (value: unknown) => typeof value !== 'object' && String(value) === standIn;
    return { ...column, values: column.values.map((one) => (isStandIn(one) ? undefined : one)) };
  }

  /**
   * Returns the ending of a placeholder, such as `|0001-01-01`, that writes the text for a missing end, or an empty
   * text.
   */
  endingOf(column: Column, body: string): string {
    const standIn = this.#standIns.get(column);
    return standIn === undefined || !body.startsWith('end') ? '' : `|${standIn}`;
  }

  /**
   * Reads every event by the placeholders, and compares what they write with the sample.
   * @param placed the placeholders that are already proved
   * @param tried the placeholders to try in addition
   */
  fit(placed: ColumnPlaceholders, tried: ColumnPlaceholders): Fit {
    if (!this.canWrite(tried)) return {};
    const added = this.#placeholders(tried);
    const all = [...this.#placeholders(placed), ...added];
    let isExact = true;
    const ends = added.filter(([, { field }]) => field === 'end' || field === 'endInclusive');
    let hasEnd = ends.length === 0;
    const openEnds = ends.filter(([{ values }]) => !values.every(isGiven));
    // Only an event of one day without an end proves that the other ends are last days, and not the days after them.
    let isProved = ![...tried.values()].some((body) => body.startsWith('endInclusiveIfDifferent'));
    for (let index = 0; index < this.sample.count; index++) {
      const captures = all.map(([{ values }, placeholder]) => ({
        placeholder,
        value: values[index],
        isAlone: true,
      }));
      const { draft, unread } = readEvent({ captures, unread: [] }, this.zone);
      const refusal = unread[0] ?? faultIn(draft);
      if (refusal !== undefined) return { refusal };
      hasEnd ||= draft.end !== undefined;
      const row = rowOf(draft);
      isProved ||= row.allDay && ends.some(([, end]) => end.isClock !== true && end.isEmpty(row));
      isExact &&=
        added.every((one) => this.#writes(one, index, row)) &&
        openEnds.every(([{ values }, placeholder]) => isGiven(values[index]) !== placeholder.isEmpty(row));
    }
    // A time of day alone can't be the end of an event of several days, so at least one event must have an end.
    return hasEnd ? { fits: isExact && isProved ? 'exact' : 'read' } : {};
  }

  /** Returns true if each body is the text of a placeholder that writes the JSON type of its column's values. */
  canWrite(bodies: ColumnPlaceholders): boolean {
    const placeholders = this.#placeholders(bodies);
    return placeholders.length === bodies.size && placeholders.every(this.#hasType);
  }

  #placeholders(bodies: ColumnPlaceholders): [Column, Placeholder][] {
    return [...bodies].flatMap(([column, body]): [Column, Placeholder][] => {
      const placeholder = readPlaceholder(body + this.endingOf(column, body), this.zone);
      return typeof placeholder === 'string' ? [] : [[column, placeholder]];
    });
  }

  /** Compares the types in JSON only, because XML and CSV have only texts. */
  #hasType = ([{ values }, { type }]: [Column, Placeholder]): boolean => {
    const expected = type === 'text' ? 'string' : type;
    return this.sample.kind !== 'json' || values.every((one) => !isGiven(one) || typeof one === expected);
  };

  #writes([{ values }, placeholder]: [Column, Placeholder], index: number, row: EventRow): boolean {
    const value = values[index];
    return !isGiven(value) || placeholder.text(row) === String(value);
  }
}

/** Real events are between these times. For a missing time services write a time outside them, or 1970-01-01. */
const EARLIEST = Date.UTC(1901);
const LATEST = Date.UTC(2200);
const isUnset = (time: number) => time < EARLIEST || time > LATEST || Math.floor(time / DAY) === 0;

/**
 * Returns the text that services write for a missing end. Times of .NET can't be null, so services write the first or
 * the last time of a type.
 * @returns `undefined` if no text or several texts may mean a missing end, or if no event has another end
 */
function standInOf(column: Column): string | undefined {
  if (fieldNamed(column.path)?.field !== 'end') return undefined;
  const texts = textsIn(column);
  const [standIn, ...others] = texts.filter(isStandIn);
  return others.length === 0 && texts.length > 1 ? standIn : undefined;
}

function isStandIn(text: string): boolean {
  const time = readLenient(text, 'day') ?? readLenient(text, 'month');
  if (time === undefined) return text === '0';
  return isUnset(time.kind === 'local' ? time.localTime : millisecondsOf(time));
}

/** Returns the reason why an event can't have these times, or `undefined` if it can. An import has the same rules. */
function faultIn(draft: EventDraft): string | undefined {
  const { start, end } = draft;
  if ([start, end].some((time) => time !== undefined && isUnset(millisecondsOf(time))))
    return 'some times are on 1970-01-01, before 1901 or after 2199';
  const bounds = boundsOf(draft);
  return start !== undefined && 'allowed' in bounds ? `${bounds.field} ${bounds.allowed}` : undefined;
}

/**
 * Returns the event as a row of the store. A text that was not read is empty, a missing id or start is 0, and a missing
 * end is the start, or the day after it if the event lasts all day.
 */
export function rowOf(draft: EventDraft): EventRow {
  const { id = 0, allDay = false, extra } = draft;
  const start = draft.start === undefined ? 0 : millisecondsOf(draft.start);
  const end = draft.end === undefined ? start + (allDay ? DAY : 0) : millisecondsOf(draft.end);
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, draft[field] ?? '']));
  return { id, ...(texts as Record<TextField, string>), start, end, allDay, extra };
}
