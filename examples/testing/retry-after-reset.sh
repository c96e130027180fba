#!/bin/sh
# A client tries again after its connection was reset.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space reset)
send PUT spaces/reset/events '[{"id":7,"title":"Board meeting","start":"2026-03-01T09:00:00Z"}]'
send POST spaces/reset/rules '{"times":1,"then":{"reset":"before"}}'
curl -sS --retry 1 --retry-all-errors "$url/SelectEvent?intEventID=7&bolAsJSON=true" | grep 'Board meeting'
