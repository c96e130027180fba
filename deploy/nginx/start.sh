#!/bin/sh
# Starts nginx with the keep-alive towards clients that this version of nginx can end without losing a call.
#
# A reload closes connections that are idle, and a request that is on its way on one of them is lost. From 1.27.4 on
# an idle connection stays open for a while longer; before, the only safe way is to keep none open.
set -eu
keep='keepalive_timeout 120s; keepalive_requests 100000; keepalive_min_timeout 5s;'
printf 'pid /tmp/try.pid; events {} http { %s }' "$keep" >/tmp/try.conf
nginx -t -q -c /tmp/try.conf 2>/dev/null || keep='keepalive_timeout 0;'
echo "$keep" >/tmp/keepalive.conf
exec nginx -g 'daemon off;'
