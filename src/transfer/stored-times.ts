/** Joins the times of an answer that shows only a part of them with those of the stored event. */
import type { Bounds } from '../formats/draft';
import type { Field } from '../formats/event-fields';
import { DAY, midnightBefore } from '../lib/time/dates';
import type { TimeZone } from '../lib/time/zones';

const MINUTE = 60_000;

/** Returns true if there is an end or an all-day flag that the answers do not show. An import needs a start. */
export function showsPart(kept: readonly Field[]): boolean {
  return kept.includes('end') || kept.includes('allDay');
}

/**
 * Returns the times of an event after the import of an answer without its end or its flag. The stored times stay if
 * they say more and the answer does not contradict them: a date may be the day of a time, a midnight may be the
 * beginning of a day, and the end of days may be the midnight or the last minute of the last one.
 * @param kept the fields that the answers do not show
 */
export function joinTimes(
  answer: Bounds,
  stored: Bounds,
  kept: readonly Field[],
  { startOfDay, localTimeOf }: TimeZone,
): Bounds {
  const dayOf = (instant: number) => midnightBefore(localTimeOf(instant));
  if (answer.allDay) {
    const day = stored.allDay ? stored.start : dayOf(stored.start);
    return day === answer.start ? stored : answer;
  }
  if (!stored.allDay) return kept.includes('end') ? stored : answer;
  if (answer.start !== startOfDay(stored.start)) return answer;
  // An answer without an end has been read as an event without a duration.
  if (answer.end === answer.start || answer.end === startOfDay(stored.end - DAY)) return stored;
  const beforeEnd = startOfDay(stored.end) - answer.end;
  if (beforeEnd >= 0 && beforeEnd <= MINUTE) return stored;
  const end = dayOf(answer.end);
  return startOfDay(end) === answer.end ? { ...stored, end } : answer;
}
