#!/bin/sh
# Starts PgBouncer in front of the servers of PGHOSTS, which are separated by commas and used in turn.
#   PGDATABASE  names the database for clients and for servers
#   PGUSER      is the role that clients log in as, and PgBouncer for them
#   PGPASSWORD  is that role's password
set -eu
# The files that this script writes contain the password, so no other user may read them.
umask 077

# In both files a quotation mark inside quotes is doubled. pgbouncer.ini uses 'x', and the file of users uses "x".
ini() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }
user() { printf '"%s"' "$(printf %s "$1" | sed 's/"/""/g')"; }

printf '[databases]\n%s = host=%s port=5432 dbname=%s\n' \
  "$PGDATABASE" "$(ini "$PGHOSTS")" "$(ini "$PGDATABASE")" >/tmp/databases.ini
printf '%s %s\n' "$(user "$PGUSER")" "$(user "$PGPASSWORD")" >/tmp/users.txt

exec pgbouncer "$@" /etc/pgbouncer/pgbouncer.ini
