#!/bin/sh
# Events can have times relative to now.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space relative)
send PUT spaces/relative/events '[{"id":1,"title":"Running","start":"now-1h","end":"now+1h"},{"id":2,"title":"Tomorrow","start":"today+1dT09:00"}]'
now=$(date +%s)000
curl -fsS "$url/SelectEventsRanged?from=$now&to=${now%000}001" | grep Running
