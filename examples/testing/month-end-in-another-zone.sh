#!/bin/sh
# In another zone a month begins at another time.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space tokyo '{"TIME_ZONE":"Asia/Tokyo"}')
send PUT 'spaces/tokyo/events?at=2026-02-28T23:30:00Z' '[{"id":1,"title":"Now","start":"now"},{"id":2,"title":"Today","start":"today"}]'
curl -fsS "$url/SelectEvents?month=3&year=2026" | grep 'Today.*Now'
