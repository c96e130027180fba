#!/bin/bash
# Creates the standbys' role on the primary, or changes its password, and keeps the changes that an absent standby
# needs. It is a job of its own and no first-start script of the image, so that it also works on an existing database.
#   PGHOST, PGUSER, PGPASSWORD, PGDATABASE   connect as the owner
#   REPLICATION_PASSWORD                     the password of the role
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 <<'SQL'
\getenv password REPLICATION_PASSWORD
SELECT 'CREATE ROLE replicator' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'replicator') \gexec
-- Without this, the server's log could contain the password.
SET log_statement = none;
ALTER ROLE replicator REPLICATION LOGIN PASSWORD :'password';
-- A standby that missed no more than this catches up. One that missed more must be copied again. The setting is stored
-- with the data and not in the server's arguments, which are the same without standbys.
ALTER SYSTEM SET wal_keep_size = '1GB';
SELECT pg_reload_conf() \g /dev/null
SQL
