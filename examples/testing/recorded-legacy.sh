#!/bin/sh
# A recorded legacy: each file of a recording is half a rule.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space legacy)
cd "$(dirname "$0")"
for file in recorded/Select*.json; do
  jq '{when: {operation, arguments}, then: del(.operation, .arguments, .bindings)}' "$file" | send POST spaces/legacy/rules @-
done
curl -fsS "$url/SelectEvents?month=3&year=2026" | grep 'as the legacy said'
