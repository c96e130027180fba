#!/bin/sh
# The third call fails.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space third)
send POST spaces/third/rules '{"after":2,"times":1,"then":{"unavailable":true}}'
statuses=$(for call in 1 2 3 4; do curl -sS -o /dev/null -w '%{http_code} ' "$url/SelectEvent?intEventID=1&bolAsJSON=true"; done)
test "$statuses" = '200 200 503 200 '
