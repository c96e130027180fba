#!/bin/bash
# Makes the role on the primary by which standbys copy it, or changes its password. It also lets a standby be away for a
# while. It is a job and not one of the image's scripts for a first start, because the database may be there already.
#   PGHOST, PGUSER, PGPASSWORD, PGDATABASE   are the owner's
#   REPLICATION_PASSWORD                     is the role's new password
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 <<'SQL'
\getenv password REPLICATION_PASSWORD
SELECT 'CREATE ROLE replicator' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'replicator') \gexec
-- Otherwise the server's log could show the password.
SET log_statement = none;
ALTER ROLE replicator REPLICATION LOGIN PASSWORD :'password';
-- A standby that missed less than this much writing catches up. One that missed more must be copied anew. The setting
-- is kept with the data, because the server's arguments are the same without standbys.
ALTER SYSTEM SET wal_keep_size = '1GB';
SELECT pg_reload_conf() \g /dev/null
SQL
