#!/bin/sh
# This script migrates the database of a running stack, and replaces the replicas by replicas of the current image, one
# at a time. Each new replica is healthy before an old replica stops, so that there are never fewer replicas than
# before.
#
#   docker compose build events && deploy/rolling-update.sh
#
# COMPOSE_FILE and COMPOSE_PROJECT_NAME, in the environment or in .env, choose the stack, as for every docker compose
# command. Without COMPOSE_FILE the script updates the stack of compose.scale.yml.
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

# This migration only adds to the database, so the old replicas continue to run.
docker compose run --rm -T --no-deps migrate

for container; do
  # The script prints Compose's output only after a failure, such as a missing image.
  said=$(docker compose up --detach --wait --quiet-pull --no-deps --no-recreate --scale "events=$(($# + 1))" events \
    2>&1) || { docker compose logs --tail 20 events >&2; echo "$said" >&2; exit 1; }
  docker stop "$container" >/dev/null
  docker rm --volumes "$container" >/dev/null
  echo "replaced $(printf %.12s "$container")"
done
