/**
 * Completes the staged rows with the stored values of their events, if the sources don't have all fields. A field that
 * the sources lack stays as it is stored. If the sources show only a part of the times, this part is joined with the
 * stored times.
 */
import type { Bounds } from '../formats/draft';
import { FIELDS, type Field } from '../formats/event-fields';
import { DAY, midnightBefore } from '../lib/time/dates';
import type { TimeZone } from '../lib/time/zones';
import type { Session } from '../store/database';
import { DIGEST_PREFIX, SAMPLE_PREFIX } from './event-record';

export interface StoredFields {
  /** The rows do not have these fields, so stored events keep them. `undefined` means that the rows are complete. */
  readonly kept?: readonly Field[] | undefined;
  /** This is the zone of times without an offset. */
  readonly zone: TimeZone;
}

const MINUTE = 60_000;

const TIMES: readonly string[] = (['start', 'end', 'allDay'] as const).map((field) => FIELDS[field].column);

/** Sample events are removed, so rows take no fields from them. */
const IS_OWN = `event.uid NOT LIKE '${SAMPLE_PREFIX}%'`;

/** If the uid of an event is a digest, the store chose its id. This id says nothing about the ids of the sources. */
const HAS_OWN_ID = `event.uid NOT LIKE '${DIGEST_PREFIX}%'`;

/**
 * Completes the rows of `import_row`, the temporary table of an import.
 * @returns the number of rows whose start is ignored although it differs from the stored start
 */
export async function completeRows(session: Session, { kept, zone }: StoredFields): Promise<number> {
  if (kept === undefined) return 0;
  const columns = kept.map((field) => FIELDS[field].column).filter((column) => !TIMES.includes(column));
  const stored = columns.map((column) => `${column} = event.${column}, `).join('');
  const hasIds = !kept.includes('id');
  if (!hasIds) await identifyRows(session);
  const isSame = hasIds
    ? `event.id = import_row.id AND ${IS_OWN} AND ${HAS_OWN_ID}`
    : `event.uid = import_row.uid AND ${IS_OWN}`;
  // A row without a start is refused, so only the end or the flag can be missing.
  const lacksTimes = kept.includes('end') || kept.includes('allDay');
  const ignored = lacksTimes ? await completeTimes(session, kept, zone, isSame) : 0;
  await session.query(
    `UPDATE import_row SET ${stored}extra = event.extra || import_row.extra FROM event WHERE ${isSame}`,
  );
  return ignored;
}

/**
 * Sets the ids of rows without an id and a uid to the ids with which they were asked for. An event with a digest is
 * left out: the store chose its id, and the digest finds the event.
 */
async function identifyRows(session: Session): Promise<void> {
  await session.query(
    `UPDATE import_row SET id = asked_id,
       uid = coalesce((SELECT uid FROM event WHERE id = asked_id AND ${IS_OWN}), asked_id::text)
     WHERE asked_id > 0
       AND NOT EXISTS (SELECT FROM event WHERE id = asked_id AND uid LIKE '${DIGEST_PREFIX}%')
       AND NOT EXISTS (SELECT FROM event WHERE event.uid = import_row.uid)`,
  );
}

interface Pair {
  readonly sequence: number;
  readonly row: Bounds;
  readonly stored: Bounds;
}

/**
 * Joins the times of rows and stored events. Returns the number of rows whose start is ignored.
 * @param isSame the SQL condition that a row is of an event
 */
async function completeTimes(
  session: Session,
  kept: readonly Field[],
  zone: TimeZone,
  isSame: string,
): Promise<number> {
  const pairs = await session.query<Pair>(
    `SELECT sequence, ${boundsOf('import_row')} AS row, ${boundsOf('event')} AS stored
     FROM import_row JOIN event ON ${isSame}`,
  );
  const joined = pairs.map((pair) => ({ ...pair, times: joinTimes(pair.row, pair.stored, kept, zone) }));
  const rows = joined.map(({ sequence, times: { start, end, allDay } }) => {
    const [startsAt, endsAt] = [start, end].map((time) => new Date(time).toISOString());
    return { sequence, starts_at: startsAt, ends_at: endsAt, all_day: allDay };
  });
  await session.query(
    `UPDATE import_row SET ${TIMES.map((column) => `${column} = joined.${column}`).join(', ')}
     FROM json_populate_recordset(NULL::import_row, $1::json) AS joined
     WHERE joined.sequence = import_row.sequence`,
    [JSON.stringify(rows)],
  );
  const isIgnored = ({ row, stored, times }: (typeof joined)[number]) =>
    !row.allDay && !stored.allDay && times.start !== row.start;
  return joined.filter(isIgnored).length;
}

/** Returns an SQL expression for the times of an event as JSON, in milliseconds since 1970. */
function boundsOf(table: string): string {
  const milliseconds = (column: string) => `(extract(epoch FROM ${table}.${column}) * 1000)::int8`;
  return `json_build_object('start', ${milliseconds('starts_at')}, 'end', ${milliseconds('ends_at')},
    'allDay', ${table}.all_day)`;
}

/**
 * Returns the times of an event after the import of an answer without its end or its flag. The answer replaces the
 * stored times, except in these cases:
 * - The answer is a date, and the stored event begins on this date.
 * - Both have times of day, and the answers do not show the end. Then another start is ignored, too.
 * - The stored event lasts all day, and the answer begins at the beginning of its first day. The answer has no end, or
 *   its end is the beginning, the end or the last minute of the last day. If its end is another midnight, only the end
 *   is replaced.
 * @param kept the fields that the answers do not show
 */
function joinTimes(
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
