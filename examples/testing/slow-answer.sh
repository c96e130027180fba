#!/bin/sh
# A client's timeout ends a call with a slow answer.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space slow)
send POST spaces/slow/rules '{"when":{"operation":"SelectEvents"},"then":{"delay":{"ms":2000}}}'
if curl -sS --max-time 0.1 "$url/SelectEvents?month=3&year=2026"; then exit 1; fi
