import { FIELD_NAMES, FIELDS, type Field, type WrittenEvent } from '../event/fields';
import type { Database } from '../store/database';
import type { Writer } from './write/writer';

const BATCH = 1000;

/** One JSON text an event: PGlite drops a U+FEFF that a value begins with. */
const SELECT = `SELECT json_build_object(${FIELD_NAMES.map(member).join(', ')})::text AS event
  FROM event ORDER BY id`;

/** Times as text with milliseconds, in UTC: the drivers disagree about every other form. */
function member(field: Field): string {
  const { column, kind } = FIELDS[field];
  const value =
    kind === 'time' ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')` : column;
  return `'${field}', ${value}`;
}

/**
 * Writes every event, by id, through `write`, which is awaited: a slow target slows the reading. One cursor in one
 * transaction, so that the file is the store at one moment. Answers how many events there were.
 */
export async function exportEvents(
  database: Database,
  writer: Writer,
  write: (text: string) => Promise<void>,
): Promise<number> {
  return database.transaction(async (session) => {
    await session.query(`DECLARE exported NO SCROLL CURSOR FOR ${SELECT}`);
    await write(writer.head);
    let count = 0;
    for (;;) {
      const rows = await session.query<{ event: string }>(`FETCH ${BATCH} FROM exported`);
      if (rows.length === 0) break;
      const events = rows.map(({ event }) => JSON.parse(event) as WrittenEvent);
      await write(events.map((event, index) => writer.event(trimmed(event), count + index === 0)).join(''));
      count += events.length;
    }
    await write(writer.tail(count));
    return count;
  });
}

/** `2026-03-01T09:00:00.000` is written `2026-03-01T09:00:00Z`, and a day as its date. */
function trimmed(event: WrittenEvent): WrittenEvent {
  const text = (time: string) => (event.allDay ? time.slice(0, 10) : `${time.replace(/\.000$/, '')}Z`);
  return { ...event, start: text(event.start), end: text(event.end) };
}
