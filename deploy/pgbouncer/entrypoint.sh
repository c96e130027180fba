#!/bin/sh
# Starts PgBouncer in front of the servers of PGHOSTS, which are separated by commas and used in turn.
#   PGDATABASE  names the database for clients and for servers
#   PGUSER      is the role that clients log in as, and PgBouncer for them
#   PGPASSWORD  is that role's password
set -eu
# The files below hold the password, so nobody else may read them.
umask 077

# Both files double a quotation mark inside quotes: pgbouncer.ini uses 'x', the file of users "x".
ini() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }
user() { printf '"%s"' "$(printf %s "$1" | sed 's/"/""/g')"; }

printf '[databases]\n%s = host=%s port=5432 dbname=%s\n' \
  "$PGDATABASE" "$(ini "$PGHOSTS")" "$(ini "$PGDATABASE")" >/tmp/databases.ini
printf '%s %s\n' "$(user "$PGUSER")" "$(user "$PGPASSWORD")" >/tmp/users.txt

exec pgbouncer "$@" /etc/pgbouncer/pgbouncer.ini
