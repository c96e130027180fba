/**
 * An SQL expression: an event as JSON with what its ready JSON leaves out. See `eventRows` in formats/event.ts, which
 * reads it.
 */
// Most events have no extra fields: {} takes 5 to 8 bytes, any other object 13.
export const EVENT_ROW = `'{"uid":' || to_json(uid)::text
  || CASE WHEN pg_column_size(extra) > 8 THEN ',"extra":' || extra::text ELSE '' END
  || ',' || substr(json, 2)`;

/** The columns that `EVENT_ROW` reads. */
export const ROW_COLUMNS = 'id, json, uid, extra';
