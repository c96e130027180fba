# What every example in the shell uses: a service for tests, serve --test, and curl.
: "${CONTROL:=http://127.0.0.1:8081/test}"
space() { # NAME [SETTINGS]: a new one, also where the last run's is still there; says its url
  none='{}'
  curl -sS -o /dev/null -X DELETE "$CONTROL/spaces/$1"
  curl -fsS "$CONTROL/spaces" -H 'Content-Type: application/json' -d "{\"name\":\"$1\",\"ttl\":60,\"settings\":${2:-$none}}" |
    sed 's/.*"url":"\([^"]*\)".*/\1/'
}
send() { curl -fsS -X "$1" "$CONTROL/$2" -H 'Content-Type: application/json' -d "$3"; }
