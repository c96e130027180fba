import { DATE_AFTER_START, type EventDraft, endAllowed, millisecondsOf } from '../../formats/draft';
import { type Field, TEXT_FIELDS } from '../../formats/event-fields';
import { eventTimes, type TimePart } from '../../formats/event-times';
import type { TimeReading } from '../../formats/time-forms';
import { isObject, valueAt } from '../../lib/json';
import type { Time } from '../../lib/time/iso';
import type { TimeZone } from '../../lib/time/zones';
import { isCancelled, isRecurring } from '../columns/cancelled';
import type { DraftRow, RawRow } from '../event-record';
import type { ReadOptions } from '../read/source';
import type { InferredRules } from './infer';
import { RowFields } from './row-fields';
import { readEnd, readStart, refuseOtherZone } from './times';

interface RowRules extends ReadOptions, InferredRules {}

/**
 * Reads a row, whose fields are found by the names of their columns.
 * @returns `undefined` for a cancelled event, which is left out
 */
export function readRow(row: RawRow, rules: RowRules): DraftRow | undefined {
  const { columns, notes, keepCancelled, endDates, zone } = rules;
  const fields = new RowFields(row, columns(row.fields));
  if (!keepCancelled && cancels(fields)) {
    notes.count('cancelled');
    return undefined;
  }
  const recurring = fields.columns.recurring.find((name) => isRecurring(row.fields[name]));
  if (recurring !== undefined) notes.count('recurring', recurring);
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, fields.text(field)]));
  const id = fields.id();
  const allDay = fields.flag('allDay');
  const [start, end] = [readStart(fields, rules), readEnd(fields, rules)];
  const lastDay = endDates === 'inclusive' ? 'endInclusive' : 'end';
  const parts = { start: partsOf(start), [lastDay]: partsOf(end) };
  const times = eventTimes(parts, allDay, zone, (field, allowed) => {
    fields.refuse(field === 'duration' ? 'end' : field, allowed);
  });
  const draft = { ...texts, id, ...times, extra: fields.extra() };
  for (const field of ['start', 'end'] as const) {
    const time = draft[field];
    if (time?.isFloating) refuseOtherZone(fields, field, zone.localTimeOf(millisecondsOf(time)), rules);
  }
  const isEndDate = checkEndDate(fields, draft, end?.kind === 'parts' ? undefined : end, rules);
  const { refusals } = fields;
  const sourceOf = (field: Field) => fields.sourceOf(field);
  return { place: row.place, draft, isEndDate, sourceOf, refusals };
}

/**
 * Refuses an end that is a date if this date could be wrong. Returns true if the end is a date, and nothing says
 * whether it is the last day or the day after the last.
 */
function checkEndDate(
  fields: RowFields,
  { start, end }: EventDraft,
  writtenEnd: Time | undefined,
  { endDates, zone }: RowRules,
): boolean {
  const isNoEnd = writtenEnd?.kind === 'date' && end === undefined && start?.kind === 'instant';
  // An empty column for the end's time of day means that there is no end. Without this column the time may be
  // elsewhere.
  if (isNoEnd && fields.columnOf('end')?.clock === undefined) fields.refuse('end', endAllowed(start));
  if (writtenEnd === undefined || end?.kind !== 'date') return false;
  if (start?.kind === 'date' && end.midnight === start.midnight)
    fields.refuse('end', DATE_AFTER_START, {
      option: 'end-dates',
      effect: 'inclusive reads the end as the last day',
    });
  const isLastMinute = localTimeIn(writtenEnd, zone) !== end.midnight;
  return endDates === undefined && !fields.columns.isExport && !isLastMinute;
}

/**
 * Returns true if the row says that its event is cancelled, in its own members or in an object with its title or its
 * start. A status anywhere else belongs to something else, such as an order.
 */
function cancels({ row, columns }: RowFields): boolean {
  if (columns.cancelling.some((name) => isCancelled(name, row.fields[name]))) return true;
  const taken = new Set([...columns.byField.values()].flat().map(({ path }) => path.join('.')));
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

/** Returns the local time in milliseconds since 1970, as if the zone were UTC. */
function localTimeIn(time: Time, zone: TimeZone): number {
  if (time.kind === 'date') return time.midnight;
  return time.kind === 'local' ? time.localTime : zone.localTimeOf(time.instant);
}
