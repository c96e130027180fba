import { FIELD_NAMES, FIELDS, MAX_EXTRA_FIELDS, MAX_ID } from '../formats/event-fields';
import type { Session } from '../store/database';
import { isLockTimeout } from '../store/errors';
import { MAX_EXTRA_BYTES } from './check/values';
import { completeRows, type StoredFields } from './complete-rows';
import { RowRefusal, TransferError } from './errors';
import { type Place, SAMPLE_PREFIX } from './event-record';
import { type ImportTarget, movedIdRefusal, repeatedRefusal, type Staged, takenIdRefusal } from './target';

const LOCK_TIMEOUT_S = 60;
/**
 * Autovacuum may also hold a conflicting lock. It releases the lock when another session has waited for
 * `deadlock_timeout` (1 s). Only a longer wait means that another import runs.
 */
const AUTOVACUUM_MS = 2_000;

/** An import may change these columns. `id` and `uid` identify the event, so they never change. */
const CONTENT = [
  ...FIELD_NAMES.filter((field) => field !== 'id' && field !== 'uid').map((field) => FIELDS[field].column),
  'extra',
];

/** The first condition is the condition of the partial index `event_samples`, so that Postgres can use the index. */
export const DELETE_SAMPLES = `DELETE FROM event WHERE uid LIKE '${SAMPLE_PREFIX}%'
  AND EXISTS (SELECT FROM import_row)
  AND NOT EXISTS (SELECT FROM import_row WHERE import_row.uid = event.uid)`;

/** Represents the import's temporary table. Its methods are the steps of the import's transaction, in their order. */
export class Staging implements ImportTarget {
  private constructor(
    private readonly session: Session,
    private readonly options: StoredFields,
  ) {}

  static async create(session: Session, options: StoredFields): Promise<Staging> {
    await session.query(
      `CREATE TEMPORARY TABLE import_row ON COMMIT DROP AS
       SELECT 0 AS sequence, NULL::json AS place, 0 AS asked_id, id, uid, ${CONTENT.join(', ')}
       FROM event WITH NO DATA`,
    );
    return new Staging(session, options);
  }

  async add(rows: readonly Staged[]): Promise<void> {
    await this.session.query(
      'INSERT INTO import_row SELECT * FROM json_populate_recordset(NULL::import_row, $1::json)',
      [JSON.stringify(rows.map(rowOf))],
    );
  }

  /**
   * Locks the table, so that two imports can't assign the same ids. The lock does not block readers. It is acquired
   * after all input has been read, so that an import that waits for its input does not block another import.
   * @param waiting is called if another import holds the lock
   * @throws TransferError if the other import has not ended after a minute
   */
  async lock(waiting: () => void): Promise<void> {
    const timer = setTimeout(waiting, AUTOVACUUM_MS);
    try {
      await this.session.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT_S}s'`);
      await this.session.query('LOCK TABLE event IN SHARE ROW EXCLUSIVE MODE');
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      throw new TransferError(
        `Another import has held the store for ${LOCK_TIMEOUT_S} seconds, so nothing was changed: import again when the other import has ended.`,
        { cause: error },
      );
    } finally {
      clearTimeout(timer);
    }
  }

  async complete(): Promise<number> {
    return completeRows(this.session, this.options);
  }

  async leaveOutDuplicates(): Promise<readonly RowRefusal[]> {
    const refusals: RowRefusal[] = [];
    await this.session.query('ANALYZE import_row');
    for (const field of ['uid', 'id'] as const) {
      const repeated = await this.leaveOut<Repeated>(
        `SELECT * FROM (
           SELECT sequence, CASE WHEN uid = id::text THEN 'id' ELSE '${field}' END AS field, ${field}::text AS value,
             place, first_value(place) OVER same AS first, row_number() OVER same AS nth
           FROM import_row WHERE ${field} IS NOT NULL
           WINDOW same AS (PARTITION BY ${field} ORDER BY sequence)
         ) AS row WHERE nth > 1`,
      );
      for (const row of repeated) refusals.push(repeatedRefusal(row.field, row.value, row.place, row.first));
    }
    return refusals;
  }

  /** Removes the sample events that are not imported again. It removes none if nothing is imported. */
  async removeSamples(): Promise<number> {
    return this.rowsAffectedBy(DELETE_SAMPLES);
  }

  async removeOthers(): Promise<number> {
    return this.rowsAffectedBy(
      'DELETE FROM event WHERE NOT EXISTS (SELECT FROM import_row WHERE import_row.uid = event.uid)',
    );
  }

  async leaveOutConflicts(): Promise<readonly RowRefusal[]> {
    // Each condition has its own join, so that a row whose uid and id belong to two events is reported once.
    const conflicts = await this.leaveOut<Conflict>(
      `SELECT sequence, place, row.id, row.uid, same.id AS stored_id, holder.uid AS holder_uid
       FROM import_row AS row
         LEFT JOIN event AS same ON same.uid = row.uid
         LEFT JOIN event AS holder ON holder.id = row.id
       WHERE same.id <> row.id OR holder.uid <> row.uid`,
    );
    const refusals = conflicts.map(({ place, id, uid, stored_id, holder_uid }) =>
      stored_id === null || stored_id === id
        ? takenIdRefusal(place, { id, owner: holder_uid ?? '' })
        : movedIdRefusal(place, { id, uid, stored: stored_id }),
    );
    return this.options.kept === undefined ? refusals : [...refusals, ...(await this.leaveOutOverfull())];
  }

  /** Leaves out rows with too many or too long extra fields, after `completeRows` has added the stored fields. */
  private async leaveOutOverfull(): Promise<readonly RowRefusal[]> {
    const rows = await this.leaveOut<{ readonly place: Place }>(
      `SELECT sequence, place FROM import_row
       WHERE (SELECT count(*) FROM jsonb_object_keys(extra)) > ${MAX_EXTRA_FIELDS} OR octet_length(extra::text) > ${MAX_EXTRA_BYTES}`,
    );
    const allowed = `must have at most ${MAX_EXTRA_FIELDS} extra fields of ${MAX_EXTRA_BYTES} bytes, as JSON, together with the stored fields`;
    return rows.map(({ place }) => new RowRefusal(place, allowed));
  }

  /**
   * Writes the differences. New ids follow the highest id, in the order of the sources. If that would exceed the
   * largest id, the lowest free ids are used.
   */
  async apply(): Promise<{ staged: number; added: number; changed: number }> {
    const [counts] = await this.session.query<Record<'staged' | 'added' | 'unnumbered' | 'top', number>>(
      `SELECT count(*)::int4 AS staged,
         (count(*) FILTER (WHERE event.id IS NULL))::int4 AS added,
         (count(*) FILTER (WHERE event.id IS NULL AND row.id IS NULL))::int4 AS unnumbered,
         greatest(coalesce(max(row.id), 0), coalesce((SELECT max(id) FROM event), 0))::int4 AS top
       FROM import_row AS row LEFT JOIN event ON event.uid = row.uid`,
    );
    const { staged, added, unnumbered, top } = counts ?? { staged: 0, added: 0, unnumbered: 0, top: 0 };
    if (unnumbered > MAX_ID - top) await this.fillGaps();
    const written = await this.rowsAffectedBy(
      `INSERT INTO event (id, uid, ${CONTENT.join(', ')})
       SELECT coalesce(row.id, event.id, $1::int4 + (row_number() OVER (
           PARTITION BY row.id IS NULL AND event.id IS NULL ORDER BY row.sequence))::int4),
         row.uid, ${CONTENT.map((column) => `row.${column}`).join(', ')}
       FROM import_row AS row LEFT JOIN event ON event.uid = row.uid
       WHERE event.id IS NULL
         OR (${CONTENT.map((column) => `row.${column}`).join(', ')})
           IS DISTINCT FROM (${CONTENT.map((column) => `event.${column}`).join(', ')})
       ORDER BY row.starts_at
       ON CONFLICT (uid) DO UPDATE SET ${CONTENT.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      [top],
    );
    if (written > 0) await this.session.query('ANALYZE event');
    return { staged, added, changed: written - added };
  }

  private async fillGaps(): Promise<void> {
    await this.session.query(
      `UPDATE import_row SET id = free.id
       FROM (
         SELECT sequence, row_number() OVER (ORDER BY sequence) AS nth FROM import_row
         WHERE id IS NULL AND NOT EXISTS (SELECT FROM event WHERE event.uid = import_row.uid)
       ) AS unnumbered
       JOIN (
         SELECT id, row_number() OVER (ORDER BY id) AS nth FROM (
           SELECT generate_series(1, least($1, (SELECT count(*) FROM event) + (SELECT count(*) FROM import_row))::int4) AS id
           EXCEPT SELECT id FROM event
           EXCEPT SELECT id FROM import_row
         ) AS series
       ) AS free USING (nth)
       WHERE import_row.sequence = unnumbered.sequence`,
      [MAX_ID],
    );
  }

  /** Leaves out the rows that a query finds by their `sequence`. Returns the found rows in the order of the sources. */
  private async leaveOut<Found>(query: string): Promise<readonly Found[]> {
    return this.session.query<Found>(
      `WITH found AS (${query}),
         gone AS (DELETE FROM import_row USING found WHERE import_row.sequence = found.sequence)
       SELECT * FROM found ORDER BY sequence`,
    );
  }

  /** Runs a statement that writes, and returns the number of rows that it affected. */
  private async rowsAffectedBy(statement: string, values: readonly unknown[] = []): Promise<number> {
    const [row] = await this.session.query<{ touched: number }>(
      `WITH touched AS (${statement} RETURNING 1) SELECT count(*)::int4 AS touched FROM touched`,
      values,
    );
    return row?.touched ?? 0;
  }
}

/** Returns the values of a row by the names of its columns, ready for JSON. */
function rowOf({ event, askedId, place, sequence }: Staged): Record<string, unknown> {
  const row: Record<string, unknown> = { sequence, place, asked_id: askedId, extra: event.extra };
  for (const field of FIELD_NAMES) {
    const { column, kind } = FIELDS[field];
    const value = event[field];
    row[column] = kind === 'time' && typeof value === 'number' ? new Date(value).toISOString() : value;
  }
  return row;
}

interface Repeated {
  /** This is `id` if the row has no uid of its own, because its id then serves as uid. */
  readonly field: 'uid' | 'id';
  readonly value: string;
  readonly place: Place;
  readonly first: Place;
}

interface Conflict {
  readonly place: Place;
  readonly id: number;
  readonly uid: string;
  /** `stored_id` is the id of the event with this uid, and `holder_uid` the uid of the event with this id. */
  readonly stored_id: number | null;
  readonly holder_uid: string | null;
}
