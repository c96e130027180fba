#!/bin/sh
# The journal contains a refused request.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space refused)
curl -sS "$url/selectevent?intEventID=1&bolAsJSON=true"
curl -fsS "$CONTROL/spaces/refused/requests?outcome=refused" | grep 'GET [^"]*/selectevent'
