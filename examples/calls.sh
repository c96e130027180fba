#!/bin/sh
S=http://127.0.0.1:8080/WebServices/Events.asmx

# HTTP GET
curl "$S/SelectEventsRanged?from=1772323200000&to=1775001600000"
curl "$S/SelectEvent?intEventID=1&bolAsJSON=true"
curl "$S/SelectEvents?month=3&year=2026"

# HTTP POST
curl "$S/SelectEventsRanged" -d 'from=1772323200000&to=1775001600000'
curl "$S/SelectEvent" -d 'intEventID=1&bolAsJSON=false'
curl "$S/SelectEvents" -d 'month=3&year=2026'

# SOAP 1.1 and SOAP 1.2
soap11() { curl "$S" -H 'Content-Type: text/xml; charset=utf-8' -H "SOAPAction: \"http://tempuri.org/$1\"" \
  -d "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><$1 xmlns='http://tempuri.org/'>$2</$1></s:Body></s:Envelope>"; }
soap12() { curl "$S" -H 'Content-Type: application/soap+xml; charset=utf-8' \
  -d "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body><$1 xmlns='http://tempuri.org/'>$2</$1></s:Body></s:Envelope>"; }
for soap in soap11 soap12; do
  $soap SelectEventsRanged '<from>1772323200000</from><to>1775001600000</to>'
  $soap SelectEvent '<intEventID>1</intEventID><bolAsJSON>true</bolAsJSON>'
  $soap SelectEvents '<month>3</month><year>2026</year>'
done
