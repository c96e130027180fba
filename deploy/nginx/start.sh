#!/bin/sh
# Starts nginx, and tells it which replicas run.
set -eu

# A reload closes idle connections, and loses a request that is on its way on one of them. nginx 1.27.4 and later keep
# an idle connection open for a while longer. With an older version the only safe way is to keep none open.
keep='keepalive_timeout 120s; keepalive_requests 100000; keepalive_min_timeout 5s;'
printf 'pid /tmp/try.pid; events {} http { %s }' "$keep" >/tmp/try.conf
nginx -t -q -c /tmp/try.conf 2>/dev/null || keep='keepalive_timeout 0;'
echo "$keep" >/tmp/keepalive.conf

# Prints the addresses of the replicas that run, from Docker's DNS.
replicas() {
  getent ahostsv4 events | cut -d' ' -f1 | sort -u
}

# Writes the group of replicas, because nginx keeps connections only to servers that its configuration names. With
# max_fails=0 no server is left out for a while: if all were left out at once, nginx would answer 502.
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

# After a reload, old workers finish the calls that they have. A group that nginx resolves by itself ("resolve", 1.27.3)
# would answer 502 to these calls whenever its list changes.
while sleep 1; do
  now=$(replicas)
  if [ -n "$now" ] && [ "$now" != "$known" ]; then
    name_them "$now"
    nginx -s reload && known=$now
  fi
done &

exec nginx -g 'daemon off;'
