import { DAY, inYears1To9999 } from '../../time/dates';
import type { EventRecord } from '../event-record';
import { type RowFields, WITHOUT_IT } from './row-fields';
import { type RowTimes, TIMES_ALLOWED, type ZonedTime } from './row-times';

/** When an event is: a day's bounds are midnights of UTC, an end is exclusive. */
export type Times = Pick<EventRecord, 'start' | 'end' | 'allDay'>;

/** Which day an end means; a source of its `own` says that itself, and so does a length. */
type EndDates = 'inclusive' | 'exclusive' | 'own';

/**
 * @param given which day a date means that is an end; exclusive unless it was said
 * @throws RowRefusal where the row has no start, or its start, its end and allDay are no event together
 */
export function checkTimes(
  fields: RowFields,
  times: RowTimes,
  given: 'inclusive' | 'exclusive' | undefined,
): Times {
  const endDates: EndDates = fields.isNamed || times.isLength() ? 'own' : (given ?? 'exclusive');
  const told = fields.flag('allDay');
  const start = times.start(told);
  if (start === undefined) throw fields.refusal('start', `must be ${TIMES_ALLOWED}`, WITHOUT_IT);
  const allDay = told ?? start.kind === 'date';
  if (allDay !== (start.kind === 'date')) {
    throw fields.refusal(
      'start',
      allDay
        ? 'must be a date, or a midnight in --zone, when allDay is true'
        : 'must have a time of day when allDay is false',
    );
  }
  const end = times.end(start, told);
  if (end !== undefined && end.kind !== start.kind) {
    throw fields.refusal('end', `must be a ${allDay ? 'date' : 'time'} because start is one`);
  }
  if (start.kind === 'instant') {
    const endsAt = end?.kind === 'instant' ? end.instant : start.instant;
    if (endsAt < start.instant) throw fields.refusal('end', 'must not be before start');
    return { start: start.instant, end: endsAt, allDay };
  }
  const endsAt = endOfDates(start.midnight, end, endDates);
  if (endsAt < start.midnight) throw fields.refusal('end', 'must not be before start');
  if (endsAt === start.midnight) {
    throw fields.refusal(
      'end',
      endDates === 'inclusive'
        ? 'must not be before start'
        : `must be a date after start, the first day that is no longer part of the event; if the last day is meant, ${endDates === 'own' ? 'write {endInclusive} in the format file' : 'import with --end-dates inclusive'}`,
      fields.adviceOn('end'),
    );
  }
  if (!inYears1To9999(endsAt)) {
    const last =
      'must be 9999-12-30 or earlier, because an event that lasts all day ends on the day after its last';
    throw fields.refusal(end === undefined ? 'start' : 'end', last);
  }
  return { start: start.midnight, end: endsAt, allDay };
}

function endOfDates(start: number, end: ZonedTime | undefined, endDates: EndDates): number {
  if (end?.kind !== 'date') return start + DAY;
  return endDates === 'inclusive' ? end.midnight + DAY : end.midnight;
}
