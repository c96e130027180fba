-- A version's number comes again when a backup is restored, or when a standby is promoted without the last commits.
-- What services keep of answers is held against this, which never comes again with other events.

ALTER TABLE event_version ADD COLUMN state uuid NOT NULL DEFAULT gen_random_uuid();

CREATE OR REPLACE FUNCTION event_version_advance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event_version SET version = version + 1, state = gen_random_uuid();
  RETURN NULL;
END
$$;
