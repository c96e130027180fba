#!/bin/sh
# Starts nginx, and tells it which replicas run.
set -eu

# The keep-alive towards clients that this version of nginx can end without losing a call: a reload closes connections
# that are idle, and a request that is on its way on one of them is lost. From 1.27.4 on an idle connection stays open
# for a while longer; before, the only safe way is to keep none open.
keep='keepalive_timeout 120s; keepalive_requests 100000; keepalive_min_timeout 5s;'
printf 'pid /tmp/try.pid; events {} http { %s }' "$keep" >/tmp/try.conf
nginx -t -q -c /tmp/try.conf 2>/dev/null || keep='keepalive_timeout 0;'
echo "$keep" >/tmp/keepalive.conf

# Docker's DNS: the addresses of the replicas that run.
replicas() {
  getent ahostsv4 events | cut -d' ' -f1 | sort -u
}

# nginx keeps connections only to servers that its configuration names. Where one of them is gone the next is asked, so
# none is ever left out for a while: a moment in which all are would answer 502.
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

# A reload leaves calls that are being passed on to the workers that have them. A group that nginx resolves by itself
# ("resolve", 1.27.3) answers 502 to them whenever its list changes.
while sleep 1; do
  now=$(replicas)
  if [ -n "$now" ] && [ "$now" != "$known" ]; then
    name_them "$now"
    nginx -s reload && known=$now
  fi
done &

exec nginx -g 'daemon off;'
