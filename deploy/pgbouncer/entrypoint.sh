#!/bin/sh
# Starts PgBouncer in front of the servers of DATABASE_HOSTS, which are separated by commas and used in turn.
#   DATABASE_NAME      the database, under the same name on both sides
#   DATABASE_USER      the role of clients, and of PgBouncer on the servers
#   DATABASE_PASSWORD  that role's password
set -eu
umask 077

# Both files double a quote inside a value: pgbouncer.ini writes 'x', and the file of users "x".
ini() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }
user() { printf '"%s"' "$(printf %s "$1" | sed 's/"/""/g')"; }

printf '[databases]\n%s = host=%s port=5432 dbname=%s\n' \
  "$DATABASE_NAME" "$(ini "$DATABASE_HOSTS")" "$(ini "$DATABASE_NAME")" >/tmp/databases.ini
printf '%s %s\n' "$(user "$DATABASE_USER")" "$(user "$DATABASE_PASSWORD")" >/tmp/users.txt

exec pgbouncer "$@" /etc/pgbouncer/pgbouncer.ini
