#!/bin/bash
# Makes, on the primary, the role that standbys copy it with, or changes its password, and lets them be away. Runs as a job of its own, not
# as one of the image's first-start scripts, so that it also serves a database that is already there.
#   PGHOST, PGUSER, PGPASSWORD, PGDATABASE   the owner's
#   REPLICATION_PASSWORD                     what the role is to have
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 <<'SQL'
\getenv password REPLICATION_PASSWORD
SELECT 'CREATE ROLE replicator' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'replicator') \gexec
-- Or the server's log could hold the password.
SET log_statement = none;
ALTER ROLE replicator REPLICATION LOGIN PASSWORD :'password';
-- A standby that was away for less than this much writing catches up; one that was away for longer is copied anew.
-- Kept with the data, not in the server's arguments: those are the same without standbys.
ALTER SYSTEM SET wal_keep_size = '1GB';
SELECT pg_reload_conf() \g /dev/null
SQL
