import type { Database } from '../../src/store/database';

const DEFAULTS = { description: '', location: '', url: '', category: '', all_day: false };

/** Represents a row of the table of events, with times as texts of timestamptz. */
export interface EventInput extends Readonly<Partial<typeof DEFAULTS>> {
  readonly id: number;
  readonly uid?: string;
  readonly title?: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly extra?: unknown;
}

const COLUMNS = 'id, uid, title, description, location, url, category, starts_at, ends_at, all_day, extra';

export async function insertEvents(database: Database, events: readonly EventInput[]): Promise<void> {
  const rows = events.map((event) => {
    const names = { uid: `uid-${event.id}`, title: `Event ${event.id}` };
    return { ...names, ...DEFAULTS, extra: {}, ...event };
  });
  await database.transaction((session) =>
    session.query(
      `INSERT INTO event (${COLUMNS})
      SELECT ${COLUMNS} FROM json_populate_recordset(null::event, $1::text::json)`,
      [JSON.stringify(rows)],
    ),
  );
}
