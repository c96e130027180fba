import { FIELD_NAMES, FIELDS, type Field } from '../event/fields';
import type { Database, Session } from '../store/database';
import { TransferError } from './errors';
import { isColumnName } from './extra-names';
import type { ExportedEvent, ExtraColumns, Writer } from './write/writer';

const BATCH = 1000;
/** Spreadsheets end long before, and each row has a cell for each. */
const MAX_EXTRA_COLUMNS = 1000;

/** One JSON text an event: PGlite drops a U+FEFF that a value begins with. */
const SELECT = `SELECT json_build_object(
    'fields', json_build_object(${FIELD_NAMES.map(member).join(', ')}), 'extra', extra
  )::text AS event
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
 * @throws TransferError when the format can't hold what there is
 */
export async function exportEvents(
  database: Database,
  writer: Writer,
  write: (text: string) => Promise<void>,
): Promise<number> {
  return database.transaction(async (session) => {
    // The cursor and the look at the columns must be of one moment.
    await session.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const columns = writer.hasColumns ? await extraColumns(session) : { names: [], others: false };
    await session.query(`DECLARE exported NO SCROLL CURSOR FOR ${SELECT}`);
    await write(writer.head(columns));
    let count = 0;
    for (;;) {
      const rows = await session.query<{ event: string }>(`FETCH ${BATCH} FROM exported`);
      if (rows.length === 0) break;
      const texts = rows.map(({ event }, index) =>
        writer.event(trimmed(JSON.parse(event) as ExportedEvent), count + index === 0, columns),
      );
      await write(texts.join(''));
      count += rows.length;
    }
    await write(writer.tail(count));
    return count;
  });
}

interface ExtraName {
  readonly name: string;
  /** Some value is text that is not empty; some value is anything else. */
  readonly text: boolean;
  readonly other: boolean;
}

async function extraColumns(session: Session): Promise<ExtraColumns> {
  const rows = await session.query<{ found: string }>(
    `SELECT json_build_object('name', key, 'text', bool_or(text), 'other', bool_or(NOT text))::text AS found
     FROM (
       SELECT key, jsonb_typeof(value) = 'string' AND value <> '""' AS text FROM event, jsonb_each(extra)
     ) AS member GROUP BY key ORDER BY key COLLATE "C" LIMIT ${MAX_EXTRA_COLUMNS + 1}`,
  );
  if (rows.length > MAX_EXTRA_COLUMNS) {
    throw new TransferError(
      `The events have more than ${MAX_EXTRA_COLUMNS} different extra fields, too many for columns; export them as json.`,
    );
  }
  const found = rows.map((row) => JSON.parse(row.found) as ExtraName);
  return {
    names: found.filter(({ name, text }) => text && isColumnName(name)).map(({ name }) => name),
    others: found.some(({ name, other }) => other || !isColumnName(name)),
  };
}

/** `2026-03-01T09:00:00.000` is written `2026-03-01T09:00:00Z`, and a day as its date. */
function trimmed({ fields, extra }: ExportedEvent): ExportedEvent {
  const text = (time: string) => (fields.allDay ? time.slice(0, 10) : `${time.replace(/\.000$/, '')}Z`);
  return { fields: { ...fields, start: text(fields.start), end: text(fields.end) }, extra };
}
