#!/bin/sh
# The client calls the service exactly once.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space once)
curl -fsS "$url/SelectEvent?intEventID=8&bolAsJSON=true"
send POST spaces/once/requests/verify '{"where":{"operation":"SelectEvent","arguments":{"intEventID":8}},"count":1}' | grep '{"count":1}'
