#!/bin/sh
# The tests use a service that runs elsewhere.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space ci)
send PUT spaces/ci/events '[{"id":7,"title":"Board meeting","start":"today"}]'
curl -fsS "$url/SelectEvent?intEventID=7&bolAsJSON=true" | grep 'Board meeting'
