#!/bin/sh
# Rules replay the recorded answers of an old service. Each file of a recording has the call and the answer.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space legacy)
cd "$(dirname "$0")"
for file in recorded/Select*.json; do
  jq '{when: {operation, arguments}, then: del(.operation, .arguments, .bindings)}' "$file" | send POST spaces/legacy/rules @-
done
curl -fsS "$url/SelectEvents?month=3&year=2026" | grep 'as the legacy said'
