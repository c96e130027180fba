#!/bin/bash
# This script runs a streaming standby, which copies the primary at its first start and then follows it. Postgres gets
# the script's arguments.
#   PRIMARY_HOST           is the primary's host
#   STANDBY_NAME           is the name of this standby in the primary's pg_stat_replication
#   REPLICATION_PASSWORD   is the password of the role "replicator"
set -eu
data=${PGDATA:-/var/lib/postgresql/18/docker}
# pg_basebackup and the server's WAL receiver read this variable, so no file and no argument contains the password.
export PGPASSWORD=$REPLICATION_PASSWORD
primary="host=$PRIMARY_HOST user=replicator application_name=$STANDBY_NAME"

if [ ! -s "$data/PG_VERSION" ]; then
  # The copy gets its final name when it is complete, so that an interrupted copy never looks like a complete copy. The
  # script never overwrites a standby that was promoted.
  mkdir -p "$data"
  rm -rf "$data.copy"
  chown -R postgres:postgres /var/lib/postgresql
  setpriv --reuid postgres --regid postgres --init-groups \
    pg_basebackup --dbname="$primary" --pgdata="$data.copy" --checkpoint=fast --wal-method=stream
  touch "$data.copy/standby.signal"
  rmdir "$data"
  mv "$data.copy" "$data"
fi
exec docker-entrypoint.sh postgres -c primary_conninfo="$primary" "$@"
