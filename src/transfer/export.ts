import { eventRows } from '../formats/event';
import type { Database, Statement } from '../store/database';
import { EVENT_ROW } from '../store/queries/expressions';
import { isColumnName } from './columns/extra-names';
import { TransferError } from './errors';
import type { ExtraColumns, Writer } from './writers';

const BATCH = 1000;
/** Each row has a cell for each extra field, so more columns would be wasteful, and spreadsheets can't show many. */
const MAX_EXTRA_COLUMNS = 1000;

const BATCH_AFTER: Statement = {
  name: 'exported_batch',
  text: `SELECT ${EVENT_ROW} AS event FROM event WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
  // Otherwise each batch would wait for all lists that wait, and a large export would take minutes or run out of time.
  isShort: true,
};

type Write = (text: string) => Promise<void>;
type Query = <Found>(statement: Statement, values: readonly unknown[]) => Promise<Found[]>;

/**
 * Writes every event, ordered by id. Each `write` is awaited, so that a slow target slows the reading (back-pressure).
 * One transaction reads a consistent snapshot. Resolves to the number of events.
 * @throws TransferError if the events have too many extra fields for the format
 */
export async function exportEvents(database: Database, writer: Writer, write: Write): Promise<number> {
  return database.transaction(async (session) => {
    await session.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    return writeAll(({ text }, values) => session.query(text, values), writer, write);
  });
}

/**
 * Writes the events of a store that nobody changes during the export, such as the embedded store. Each batch is a
 * separate read, so that calls are answered between batches, even if the target is slow.
 */
export async function exportBetweenReads(
  database: Pick<Database, 'read'>,
  writer: Writer,
  write: Write,
): Promise<number> {
  return writeAll((statement, values) => database.read(statement, values), writer, write);
}

async function writeAll(query: Query, writer: Writer, write: Write): Promise<number> {
  const batchAfter = async (id: number) => {
    const rows = await query<{ event: string }>(BATCH_AFTER, [id]);
    return eventRows(`[${rows.map(({ event }) => event).join(',')}]`);
  };
  const columns = writer.hasColumns ? await extraColumns(query) : { names: [], needsJson: false };
  // The first query runs before the first write, so that an export writes nothing if it fails.
  let events = await batchAfter(0);
  await write(writer.head(columns));
  let count = 0;
  for (let end = events.at(-1); end !== undefined; end = events.at(-1)) {
    const texts = events.map((event, index) => writer.event(event, count + index === 0, columns));
    await write(texts.join(''));
    count += events.length;
    events = await batchAfter(end.id);
  }
  await write(writer.tail(count));
  return count;
}

interface ExtraName {
  readonly name: string;
  /** `hasText` is true if some value is a text that is not empty, and `hasOther` if some value is anything else. */
  readonly hasText: boolean;
  readonly hasOther: boolean;
}

const EXTRA_NAMES: Statement = {
  name: 'exported_columns',
  text: `SELECT json_build_object('name', key, 'hasText', bool_or(text), 'hasOther', bool_or(NOT text))::text AS found
    FROM (
      SELECT key, jsonb_typeof(value) = 'string' AND value <> '""' AS text FROM event, jsonb_each(extra)
    ) AS member GROUP BY key ORDER BY key COLLATE "C" LIMIT ${MAX_EXTRA_COLUMNS + 1}`,
};

async function extraColumns(query: Query): Promise<ExtraColumns> {
  const rows = await query<{ found: string }>(EXTRA_NAMES, []);
  if (rows.length > MAX_EXTRA_COLUMNS) {
    throw new TransferError(
      `The events have more than ${MAX_EXTRA_COLUMNS} different extra fields, which is too many for columns: export the events as json.`,
    );
  }
  const found = rows.map((row) => JSON.parse(row.found) as ExtraName);
  return {
    names: found.filter(({ name, hasText }) => hasText && isColumnName(name)).map(({ name }) => name),
    needsJson: found.some(({ name, hasOther }) => hasOther || !isColumnName(name)),
  };
}
