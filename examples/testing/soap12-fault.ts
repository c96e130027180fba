// A SOAP 1.2 client reads a fault.
// WCF takes the `Code`, `Reason` and detail of its `FaultException` from these elements. The same rule answers
// SOAP 1.1, GET and POST in their own formats.
import assert from 'node:assert/strict';
import { startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery();
const fault = {
  code: 'Server',
  text: 'The calendar is closed.',
  detail: '<closed xmlns="urn:x">today</closed>',
} as const;
await service.control.rules.add({ then: { fault } });
const answer = await fetch(service.url, {
  method: 'POST',
  headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
  body: '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><SelectEvents xmlns="http://tempuri.org/"><month>3</month><year>2026</year></SelectEvents></s:Body></s:Envelope>',
});
const envelope = await answer.text();
assert.equal(answer.status, 500);
assert.match(envelope, /<soap:Value>soap:Receiver<\/soap:Value>/);
assert.match(envelope, /<soap:Text xml:lang="en">The calendar is closed\.<\/soap:Text>/);
assert.match(envelope, /<closed xmlns="urn:x">today<\/closed>/);
await service.close();
