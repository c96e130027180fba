#!/bin/sh
# Migrates the database of a running stack, and replaces the replicas by replicas of the current image, one at a time. A
# new one is healthy before an old one is stopped, so that there are never fewer than before.
#
#   docker compose build events && deploy/rolling-update.sh
#
# COMPOSE_FILE and COMPOSE_PROJECT_NAME, in the environment or in .env, choose the stack, as for every docker compose
# command. Without COMPOSE_FILE it is that of compose.scale.yml.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${COMPOSE_FILE:-}" ] && ! grep -qs '^COMPOSE_FILE=' .env; then
  export COMPOSE_FILE=docker-compose.yml:compose.scale.yml
fi

old=$(docker compose ps --quiet events)
# shellcheck disable=SC2086 # the ids are words
set -- $old
if [ $# -eq 0 ]; then
  echo 'No replica runs: start the stack first.' >&2
  exit 1
fi

# This only adds to the database, so the old replicas go on.
docker compose run --rm -T --no-deps migrate

for container; do
  # Compose's own words are only needed for a failure, such as a missing image.
  said=$(docker compose up --detach --wait --quiet-pull --no-deps --no-recreate --scale "events=$(($# + 1))" events \
    2>&1) || { docker compose logs --tail 20 events >&2; echo "$said" >&2; exit 1; }
  docker stop "$container" >/dev/null
  docker rm --volumes "$container" >/dev/null
  echo "replaced $(printf %.12s "$container")"
done
