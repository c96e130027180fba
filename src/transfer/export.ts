import { FIELD_NAMES, FIELDS, type Field } from '../formats/event-fields';
import type { Database, Statement } from '../store/database';
import { isColumnName } from './columns/extra-names';
import { TransferError } from './errors';
import type { ExportedEvent, ExtraColumns, Writer } from './writers';

const BATCH = 1000;
/** A row has a cell for each, and spreadsheets have room for fewer. */
const MAX_EXTRA_COLUMNS = 1000;

/** Each event is one JSON text, because PGlite drops a U+FEFF that a value begins with. */
const BATCH_AFTER: Statement = {
  name: 'exported_batch',
  text: `SELECT json_build_object(
      'fields', json_build_object(${FIELD_NAMES.map(member).join(', ')}), 'extra', extra
    )::text AS event
    FROM event WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
};

/** Times are text with milliseconds, in UTC, because the drivers disagree about every other form. */
function member(field: Field): string {
  const { column, kind } = FIELDS[field];
  const value =
    kind === 'time' ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')` : column;
  return `'${field}', ${value}`;
}

type Write = (text: string) => Promise<void>;
type Row = { readonly event: string };
type Query = <Found>(statement: Statement, values: readonly unknown[]) => Promise<Found[]>;

/**
 * Writes every event by id through `write`. It awaits each call, so that a slow target slows the reading. One
 * transaction reads the store at one moment. Resolves to the number of events.
 * @throws TransferError when the format can't hold what there is
 */
export async function exportEvents(database: Database, writer: Writer, write: Write): Promise<number> {
  return database.transaction(async (session) => {
    await session.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    return writeAll(({ text }, values) => session.query(text, values), writer, write);
  });
}

/**
 * Writes the events of a store that nobody changes during the export, such as the embedded one. Each batch is a read of
 * its own, so that calls are answered in between, even if the target is slow.
 */
export async function exportBetweenReads(
  database: Pick<Database, 'read'>,
  writer: Writer,
  write: Write,
): Promise<number> {
  return writeAll((statement, values) => database.read(statement, values), writer, write);
}

async function writeAll(query: Query, writer: Writer, write: Write): Promise<number> {
  const batchAfter = async (id: number) => (await query<Row>(BATCH_AFTER, [id])).map(parsed);
  const columns = writer.hasColumns ? await extraColumns(query) : { names: [], others: false };
  // An export whose first query fails writes nothing.
  let events = await batchAfter(0);
  await write(writer.head(columns));
  let count = 0;
  for (let end = events.at(-1); end !== undefined; end = events.at(-1)) {
    const texts = events.map((event, index) => writer.event(trimmed(event), count + index === 0, columns));
    await write(texts.join(''));
    count += events.length;
    events = await batchAfter(end.fields.id);
  }
  await write(writer.tail(count));
  return count;
}

const parsed = ({ event }: Row) => JSON.parse(event) as ExportedEvent;

interface ExtraName {
  readonly name: string;
  /** `text` says that some value is text that is not empty, and `other` that some value is anything else. */
  readonly text: boolean;
  readonly other: boolean;
}

const EXTRA_NAMES: Statement = {
  name: 'exported_columns',
  text: `SELECT json_build_object('name', key, 'text', bool_or(text), 'other', bool_or(NOT text))::text AS found
    FROM (
      SELECT key, jsonb_typeof(value) = 'string' AND value <> '""' AS text FROM event, jsonb_each(extra)
    ) AS member GROUP BY key ORDER BY key COLLATE "C" LIMIT ${MAX_EXTRA_COLUMNS + 1}`,
};

async function extraColumns(query: Query): Promise<ExtraColumns> {
  const rows = await query<{ found: string }>(EXTRA_NAMES, []);
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
