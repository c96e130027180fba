# This file starts a service for tests, which ends with the shell, and sets `control` to the address of its admin port.
# The `run` of a client reads this file after it has set `here` to the client's folder.
env -i "PATH=$PATH" PORT=0 ADMIN_PORT=0 LOG_FORMAT=text \
  node --disable-proto=delete "$here/../../dist/main.js" serve --test >serving.log 2>&1 &
service=$!
trap 'kill "$service"' EXIT
until grep -q 'The service is listening on' serving.log; do
  kill -0 "$service" 2>/dev/null || { cat serving.log >&2; exit 1; }
  sleep 0.1
done
control=$(sed -n 's|.*Test control is at \(http[^ ]*\)/test/.*|\1|p' serving.log)
