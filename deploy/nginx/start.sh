#!/bin/sh
# This script starts nginx, and tells nginx which replicas run.
set -eu

# A reload closes idle connections of clients, and loses a request that a client has just sent over such a connection.
# nginx 1.27.4 and later keeps idle connections open for a while (keepalive_min_timeout). With an older version it is
# only safe to keep no idle connection.
keep='keepalive_timeout 120s; keepalive_requests 100000; keepalive_min_timeout 5s;'
printf 'pid /tmp/try.pid; events {} http { %s }' "$keep" >/tmp/try.conf
nginx -t -q -c /tmp/try.conf 2>/dev/null || keep='keepalive_timeout 0;'
echo "$keep" >/tmp/keepalive.conf

# Docker's DNS knows the addresses of the replicas that run.
replicas() {
  getent ahostsv4 events | cut -d' ' -f1 | sort -u
}

# nginx keeps connections only to servers that its configuration names. If a server is gone, nginx asks the next server.
# With max_fails=0 nginx never excludes a server for a while: if it excluded all servers, it would answer 502.
name_them() {
  {
    echo 'upstream replicas {'
    for address in $1; do echo "  server $address:8080 max_fails=0;"; done
    echo '  keepalive 32;'
    echo '  keepalive_requests 100000;'
    echo '}'
  } >/tmp/replicas.conf
}

known=$(replicas)
name_them "$known"

# After a reload the old workers finish their calls. If nginx resolved the group by itself ("resolve", 1.27.3), it would
# answer 502 to running calls whenever the list of replicas changes.
while sleep 1; do
  now=$(replicas)
  if [ -n "$now" ] && [ "$now" != "$known" ]; then
    name_them "$now"
    nginx -s reload && known=$now
  fi
done &

exec nginx -g 'daemon off;'
