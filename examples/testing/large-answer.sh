#!/bin/sh
# A client receives an answer of 10 MB.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space large)
title=$(printf '%4000s' | tr ' ' x)
seq 2600 | sed "s/.*/{\"id\":&,\"title\":\"$title\",\"start\":\"2026-03-01\"}/" |
  curl -fsS -X PUT "$CONTROL/spaces/large/events" -H 'Content-Type: application/x-ndjson' --data-binary @-
test "$(curl -fsS "$url/SelectEvents?month=3&year=2026" | wc -c)" -gt 10000000
