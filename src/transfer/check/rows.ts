import { DATE_AFTER_START, type EventDraft } from '../../formats/draft';
import { TEXT_FIELDS } from '../../formats/event-fields';
import { eventTimes, type TimePart } from '../../formats/event-times';
import type { TimeReading } from '../../formats/time-forms';
import { isObject, valueAt } from '../../lib/json';
import type { Time } from '../../lib/time/iso';
import { localTimeOf, type OffsetAt } from '../../lib/time/zones';
import { isCancelled, isRecurring } from '../columns/cancelled';
import type { ColumnFinder } from '../columns/columns';
import type { DraftRow, RawRow } from '../event-record';
import type { ReadOptions } from '../read/source';
import type { InferredRules } from './infer';
import { RowFields } from './row-fields';
import { readEnd, readStart, refuseOtherZone, type TimeRules } from './times';

/** Finds the fields in the rows of one source, by the names of their columns. */
export class RowReader {
  private readonly columns: ColumnFinder;
  private readonly times: TimeRules;

  constructor(
    private readonly options: ReadOptions,
    { order, columns }: InferredRules,
  ) {
    this.columns = columns;
    this.times = { ...options, order };
  }

  /** Returns `undefined` for a cancelled event, which is left out. */
  read(row: RawRow): DraftRow | undefined {
    const fields = new RowFields(row, this.columns.of(row.fields));
    if (!this.options.keepCancelled && cancels(fields)) {
      this.options.notes.count('cancelled');
      return undefined;
    }
    const recurring = fields.columns.recurring.find((name) => isRecurring(row.fields[name]));
    if (recurring !== undefined) this.options.notes.count('recurring', recurring);
    const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, fields.text(field)]));
    const id = fields.id();
    const allDay = fields.flag('allDay');
    const [start, end] = [readStart(fields, this.times), readEnd(fields, this.times)];
    const lastDay = this.options.endDates === 'inclusive' ? 'endInclusive' : 'end';
    const parts = { start: partsOf(start), [lastDay]: partsOf(end) };
    const times = eventTimes(parts, allDay, this.options.zone, (field, allowed) => {
      fields.refuse(field === 'duration' ? 'end' : field, allowed);
    });
    const draft = { ...texts, id, ...times, extra: fields.extra() };
    const endTime = end?.kind === 'parts' ? undefined : end;
    let floating = 0;
    for (const [field, time] of [
      ['start', start],
      ['end', endTime],
    ] as const) {
      if (time?.kind !== 'local' || draft[field]?.kind !== 'instant') continue;
      refuseOtherZone(fields, field, time.localTime, this.times);
      floating += 1;
    }
    this.checkLastDay(fields, draft, endTime);
    const { refusals } = fields;
    return { place: row.place, draft, floating, sourceOf: (field) => fields.sourceOf(field), refusals };
  }

  /** Counts an end that is a date, unless an option says whether it is the last day or the day after. */
  private checkLastDay(fields: RowFields, { start, end }: EventDraft, told: Time | undefined): void {
    const { endDates, zone } = this.options;
    if (told === undefined || endDates === 'inclusive' || end?.kind !== 'date') return;
    if (start?.kind === 'date' && end.midnight === start.midnight)
      fields.refuse('end', DATE_AFTER_START, {
        option: 'end-dates',
        effect: 'inclusive reads it as the last',
      });
    const isLastMinute = localTimeIn(told, zone.offsetAt) !== end.midnight;
    if (endDates === undefined && !fields.columns.isExport && !isLastMinute)
      this.options.notes.count('dateEnds');
  }
}

/**
 * Returns true if the row says that its event is cancelled, in its own members or in an object with its title or its
 * start. A status anywhere else belongs to something else, such as an order.
 */
function cancels({ row, columns }: RowFields): boolean {
  if (columns.cancelling.some((name) => isCancelled(name, row.fields[name]))) return true;
  if (columns.wrappers.length === 0) return false;
  const taken = new Set([...columns.of.values()].flat().map(({ path }) => path.join('.')));
  return columns.wrappers.some((path) => {
    const object = valueAt(row.fields, path);
    if (!isObject(object)) return false;
    return Object.entries(object).some(
      ([name, value]) => isCancelled(name, value) && !taken.has([...path, name].join('.')),
    );
  });
}

function partsOf(reading: TimeReading | undefined): readonly TimePart[] {
  return reading === undefined ? [] : [{ reading, local: true }];
}

/** Returns the local time as milliseconds, as if the zone were UTC. */
function localTimeIn(time: Time, zone: OffsetAt): number {
  if (time.kind === 'date') return time.midnight;
  return time.kind === 'local' ? time.localTime : localTimeOf(time.instant, zone);
}
