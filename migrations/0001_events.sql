-- Functions that the generated columns below are written with. All are immutable on every Postgres from 14 on:
-- to_char, to_json and casts of dates to text are not, because they depend on the session's settings.

CREATE FUNCTION event_json_string(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT '"' || replace(replace(replace(replace(
    value, '\', '\\'), '"', '\"'), chr(10), '\n'), chr(9), '\t') || '"'
$$;

CREATE FUNCTION event_xml_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT replace(replace(replace(value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')
$$;

-- 2026-03-01T09:00:00Z, with .123 before the Z when the milliseconds are not zero; 2026-03-01 of an all-day event.
CREATE FUNCTION event_time(instant timestamptz, all_day boolean) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lpad(extract(year FROM instant AT TIME ZONE 'UTC')::int::text, 4, '0')
    || '-' || lpad(extract(month FROM instant AT TIME ZONE 'UTC')::int::text, 2, '0')
    || '-' || lpad(extract(day FROM instant AT TIME ZONE 'UTC')::int::text, 2, '0')
    || CASE WHEN all_day THEN '' ELSE
      'T' || lpad(extract(hour FROM instant AT TIME ZONE 'UTC')::int::text, 2, '0')
      || ':' || lpad(extract(minute FROM instant AT TIME ZONE 'UTC')::int::text, 2, '0')
      || ':' || lpad(trunc(extract(second FROM instant AT TIME ZONE 'UTC'))::int::text, 2, '0')
      || CASE extract(milliseconds FROM instant AT TIME ZONE 'UTC')::int % 1000 WHEN 0 THEN '' ELSE
        '.' || lpad((extract(milliseconds FROM instant AT TIME ZONE 'UTC')::int % 1000)::text, 3, '0')
      END
      || 'Z'
    END
$$;

CREATE TABLE event (
  id integer PRIMARY KEY CHECK (id > 0),
  -- What an import recognises an event by. An index entry holds at most 2,704 bytes.
  uid text NOT NULL UNIQUE CHECK (octet_length(uid) BETWEEN 1 AND 2000),
  title text NOT NULL CHECK (title <> ''),
  description text NOT NULL,
  location text NOT NULL,
  url text NOT NULL,
  category text NOT NULL,
  -- An all-day event keeps its dates, as UTC midnights; the end is exclusive.
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  all_day boolean NOT NULL,

  -- Overlap is looked up by start within 32 days; the few events that last longer have their own part of the index.
  long boolean NOT NULL GENERATED ALWAYS AS (ends_at - starts_at > interval '32 days') STORED,

  -- The event as the default result formats hold it, so that no writer can forget it and no reader renders it.
  json text NOT NULL GENERATED ALWAYS AS (
    '{"id":' || id::text
    || ',"title":' || event_json_string(title)
    || ',"description":' || event_json_string(description)
    || ',"location":' || event_json_string(location)
    || ',"url":' || event_json_string(url)
    || ',"category":' || event_json_string(category)
    || ',"start":"' || event_time(starts_at, all_day)
    || '","end":"' || event_time(ends_at, all_day)
    || '","allDay":' || CASE WHEN all_day THEN 'true' ELSE 'false' END || '}'
  ) STORED,
  xml text NOT NULL GENERATED ALWAYS AS (
    '<event><id>' || id::text
    || '</id><title>' || event_xml_text(title)
    || '</title><description>' || event_xml_text(description)
    || '</description><location>' || event_xml_text(location)
    || '</location><url>' || event_xml_text(url)
    || '</url><category>' || event_xml_text(category)
    || '</category><start>' || event_time(starts_at, all_day)
    || '</start><end>' || event_time(ends_at, all_day)
    || '</end><allDay>' || CASE WHEN all_day THEN 'true' ELSE 'false' END || '</allDay></event>'
  ) STORED,

  -- XML 1.0, 2.2, can't carry these; a CR would not survive a parser's line ends (2.11).
  CONSTRAINT event_text_fits_xml CHECK (
    uid || title || description || location || url || category !~ '[\u0001-\u0008\u000B-\u001F\uFFFE\uFFFF]'
  ),
  CONSTRAINT event_ends_after_start CHECK (ends_at >= starts_at),
  -- Years have four digits; also keeps out the infinities.
  CONSTRAINT event_years CHECK (
    starts_at >= timestamptz '0001-01-01 00:00:00+00' AND ends_at < timestamptz '10000-01-01 00:00:00+00'
  ),
  CONSTRAINT event_all_day_dates CHECK (
    NOT all_day OR (
      ends_at > starts_at
      AND (starts_at AT TIME ZONE 'UTC')::time = time '00:00'
      AND (ends_at AT TIME ZONE 'UTC')::time = time '00:00'
    )
  )
);

CREATE INDEX event_overlap ON event (all_day, long, starts_at, ends_at);

-- One row, moved on in the transaction of whoever changes events.
CREATE TABLE event_version (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  version bigint NOT NULL
);
INSERT INTO event_version (version) VALUES (1);

CREATE FUNCTION event_version_advance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_version SET version = version + 1;
  RETURN NULL;
END
$$;

CREATE TRIGGER event_version_advance AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON event
FOR EACH STATEMENT EXECUTE FUNCTION event_version_advance();
