#!/bin/bash
# This script makes the role with which standbys copy the primary, or changes the role's password. It also makes the
# primary keep its last gigabyte of changes for standbys that were stopped. The script is a job and not a first-start
# script of the image, because the database may exist already.
#   PGHOST, PGUSER, PGPASSWORD, PGDATABASE   are the owner's
#   REPLICATION_PASSWORD                     is the role's new password
set -eu
psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 <<'SQL'
\getenv password REPLICATION_PASSWORD
SELECT 'CREATE ROLE replicator' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'replicator') \gexec
-- Without this line the server's log could show the password.
SET log_statement = none;
ALTER ROLE replicator REPLICATION LOGIN PASSWORD :'password';
-- A standby that missed less than this size of changes catches up. Any other standby must copy the primary again. The
-- setting is kept with the data, because the server's arguments are the same without standbys.
ALTER SYSTEM SET wal_keep_size = '1GB';
SELECT pg_reload_conf() \g /dev/null
SQL
