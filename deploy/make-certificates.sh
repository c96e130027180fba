#!/bin/sh
# This script makes the files that compose.tls.yml needs, in deploy/certificates: an authority (ca), the server's
# certificate, a client's certificate (also as client.p12, which .NET reads), and a file of users. The files are for
# trials and tests: a real server needs a certificate that its clients already trust.
#
#   deploy/make-certificates.sh [HOST ...]     adds names or addresses of the server to localhost
#   EDGE_USER, EDGE_PASSWORD                   are those of the one user (tester, secret)
set -eu
cd "$(dirname "$0")"
mkdir -p certificates
cd certificates
# Keys must not get into the repository.
echo '*' >.gitignore

names='DNS:localhost,IP:127.0.0.1'
for host in "$@"; do
  # A client compares an address only with names of type IP (RFC 9110 4.3.5). A host name may begin like an address, as
  # in 10.0.0.5.nip.io.
  case $host in
    *:*) names="$names,IP:$host" ;;
    *[!0-9.]*) names="$names,DNS:$host" ;;
    *) names="$names,IP:$host" ;;
  esac
done
days=365

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days "$days" \
  -keyout ca.key -out ca.crt -subj '/CN=Events test authority' \
  -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign'

# Each certificate has only one use: nobody can log in with the server's certificate, or sign with either certificate.
issue() { # NAME SUBJECT USAGE [SUBJECT_ALT_NAMES]
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
    -keyout "$1.key" -out "$1.csr" -subj "$2"
  {
    echo 'basicConstraints=critical,CA:FALSE'
    echo "extendedKeyUsage=$3"
    [ -z "${4:-}" ] || echo "subjectAltName=$4"
  } >"$1.ext"
  openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days "$days" \
    -extfile "$1.ext" -out "$1.crt"
  rm "$1.csr" "$1.ext"
}
issue server '/CN=localhost' serverAuth "$names"
issue client '/CN=tester' clientAuth
openssl pkcs12 -export -inkey client.key -in client.crt -certfile ca.crt -passout pass:secret -out client.p12

hash=$(openssl passwd -6 "${EDGE_PASSWORD:-secret}")
printf '%s:%s\n' "${EDGE_USER:-tester}" "$hash" >users
# Only the owner may read the keys.
chmod 600 ./*.key client.p12
echo "certificates for $names"
