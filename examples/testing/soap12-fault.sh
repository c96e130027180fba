#!/bin/sh
# A SOAP 1.2 client reads a fault.
set -eu
. "$(dirname "$0")/space.sh"

url=$(space fault12)
send POST spaces/fault12/rules '{"then":{"fault":{"code":"Server","text":"The calendar is closed.","detail":"<closed xmlns=\"urn:x\">today</closed>"}}}'
answer=$(curl -sS "$url" -H 'Content-Type: application/soap+xml; charset=utf-8' -d "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body><SelectEvents xmlns='http://tempuri.org/'><month>3</month><year>2026</year></SelectEvents></s:Body></s:Envelope>")
echo "$answer" | grep '<soap:Value>soap:Receiver</soap:Value>.*The calendar is closed\..*<closed xmlns="urn:x">today</closed>'
