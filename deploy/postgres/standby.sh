#!/bin/bash
# A streaming standby: copies the primary at the first start, then follows it. Arguments are Postgres's.
#   PRIMARY_HOST           where the primary is
#   STANDBY_NAME           what the primary calls this one in pg_stat_replication
#   REPLICATION_PASSWORD   of the role "replicator"
set -eu
data=${PGDATA:-/var/lib/postgresql/18/docker}
# Read by pg_basebackup and, in the server, by the WAL receiver, so that no file and no argument holds it.
export PGPASSWORD=$REPLICATION_PASSWORD
primary="host=$PRIMARY_HOST user=replicator application_name=$STANDBY_NAME"

if [ ! -s "$data/PG_VERSION" ]; then
  # Copied beside its place and then renamed: a copy that was interrupted never looks like a finished one, and a
  # standby that has been promoted is never copied over.
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
