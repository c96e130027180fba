#!/bin/sh
# Tests in their own spaces can run in parallel.
set -eu
. "$(dirname "$0")/space.sh"

one=$(space one); two=$(space two)
send PUT spaces/one/events '[{"id":1,"title":"Of one","start":"today"}]' &
send PUT spaces/two/events '[{"id":1,"title":"Of two","start":"today"}]' &
wait
curl -fsS "$one/SelectEvent?intEventID=1&bolAsJSON=true" | grep 'Of one'
curl -fsS "$two/SelectEvent?intEventID=1&bolAsJSON=true" | grep 'Of two'
