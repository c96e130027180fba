import type { Database } from '../../src/store/database';

/** Represents a row of the table of events, with times as texts of timestamptz. */
export interface EventInput {
  readonly id: number;
  readonly uid?: string;
  readonly title?: string;
  readonly description?: string;
  readonly location?: string;
  readonly url?: string;
  readonly category?: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly all_day?: boolean;
  readonly extra?: unknown;
}

export async function insertEvents(database: Database, events: readonly EventInput[]): Promise<void> {
  const rows = events.map((event) => ({
    uid: `uid-${event.id}`,
    title: `Event ${event.id}`,
    description: '',
    location: '',
    url: '',
    category: '',
    all_day: false,
    extra: {},
    ...event,
  }));
  await database.transaction((session) =>
    session.query(
      `INSERT INTO event (id, uid, title, description, location, url, category, starts_at, ends_at, all_day, extra)
      SELECT * FROM json_to_recordset($1::text::json) AS row (id int, uid text, title text, description text,
        location text, url text, category text, starts_at timestamptz, ends_at timestamptz, all_day boolean, extra jsonb)`,
      [JSON.stringify(rows)],
    ),
  );
}
