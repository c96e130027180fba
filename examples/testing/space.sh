# Defines the functions of the shell examples. They need curl, one also jq, and a service that serve --test has started.
: "${CONTROL:=http://127.0.0.1:8081/test}"
space() { # NAME [SETTINGS]: replaces the space, and prints its URL
  none='{}'
  curl -sS -o /dev/null -X DELETE "$CONTROL/spaces/$1"
  curl -fsS "$CONTROL/spaces" -H 'Content-Type: application/json' -d "{\"name\":\"$1\",\"ttl\":60,\"settings\":${2:-$none}}" |
    sed 's/.*"url":"\([^"]*\)".*/\1/'
}
send() { curl -fsS -X "$1" "$CONTROL/$2" -H 'Content-Type: application/json' -d "$3"; }
