-- What an old service told of an event beyond its ten fields: an object, its names and JSON values as they came.
-- Format files show them; the default formats, and with them the generated columns, don't.

CREATE FUNCTION event_extra_names(extra jsonb) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(extra) WHEN 'object' THEN (SELECT count(*)::int FROM jsonb_object_keys(extra)) END
$$;

ALTER TABLE event
  ADD COLUMN extra jsonb NOT NULL DEFAULT '{}',
  ADD CONSTRAINT event_extra_is_object CHECK (jsonb_typeof(extra) = 'object'),
  ADD CONSTRAINT event_extra_bounds CHECK (
    event_extra_names(extra) <= 64 AND octet_length(extra::text) <= 65536
  );
