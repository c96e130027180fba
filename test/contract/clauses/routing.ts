/** Checks which operation a SOAP 1.1 request is for, and what its Content-Type must be (contract 1.6, 2.2). */
import {
  type ChainedException,
  type Clause,
  E11,
  E12,
  EVENTS,
  envelope,
  fault,
  invalidOperation,
  nothing,
  post,
  result,
  SOAP_XML,
  soapException,
  UNABLE_TO_PROCESS,
} from './clause';

const CALL = envelope(E11, EVENTS);
const CALL12 = envelope(E12, EVENTS);
const answered = result('1.1', 'SelectEvents', 'SelectEvents|1|2');
const defaults = result('1.1', 'SelectEvents', 'SelectEvents|0|0');
const NO_ACTION = soapException(
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.',
);
const notRecognized = (action: string) =>
  fault('1.1', 'Client', [
    soapException(`Server did not recognize the value of HTTP Header SOAPAction: ${action}.`),
  ]);
const xmlError = (message: string): ChainedException => ['System.Xml.XmlException', message];
const atRoot = xmlError('Data at the root level is invalid. Line 1, position 1.');

const actions: readonly Clause[] = [
  { name: '2.2 wrong case', action: '"{A}selectevents"', shown: '{A}selectevents' },
  { name: '2.2 relative', action: '"#SelectEvents"', shown: '#SelectEvents' },
  { name: '2.2 nothing but the name', action: 'SelectEvents', shown: 'SelectEvents' },
  { name: '2.2 a quotation mark only before', action: '"{A}SelectEvents', shown: '"{A}SelectEvents' },
  { name: '2.2 a quotation mark only behind', action: '{A}SelectEvents"', shown: '{A}SelectEvents"' },
  { name: '2.2 doubly quoted', action: '""{A}SelectEvents""', shown: '"{A}SelectEvents"' },
  { name: '2.2 plus is a blank', action: '"{A}Select+Events"', shown: '{A}Select Events' },
  { name: '2.2 a bad escape stays', action: '"{A}Select%zzEvents"', shown: '{A}Select%zzEvents' },
  { name: '2.2 escapes are decoded once', action: '"{A}Select%2545vents"', shown: '{A}Select%45vents' },
  { name: '2.2 an escaped letter outside ASCII', action: '"urn:%C3%A9"', shown: 'urn:é' },
  { name: '2.2 %u', action: '"urn:%u00e9"', shown: 'urn:é' },
  { name: '2.2 markup', action: '"urn:<a>&amp;"', shown: 'urn:<a>&amp;' },
  { name: '2.2 1,024 characters', action: `"${'a'.repeat(1024)}"`, shown: 'a'.repeat(1024) },
].map(({ name, action, shown }) => ({
  name,
  request: post(CALL, { SOAPAction: action }),
  answer: notRecognized(shown),
}));

const otherTypes: readonly Clause[] = [
  'text/xml ; charset=utf-8',
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/related; type="application/xop+xml"',
  'text/xmlx',
].flatMap((type): Clause[] => [
  {
    name: `1.6 ${type}, action known`,
    request: post(CALL, { 'Content-Type': type }),
    answer: nothing('1.1', 415),
  },
  {
    name: `1.6 ${type}, action known, no XML`,
    request: post('{"month":1}', { 'Content-Type': type }),
    answer: nothing('1.1', 415),
  },
  {
    name: `1.6 ${type}, action unknown`,
    request: post(CALL, { 'Content-Type': type, SOAPAction: '"urn:x"' }),
    answer: notRecognized('urn:x'),
  },
  {
    name: `1.6 ${type}, no action`,
    request: post(CALL, { 'Content-Type': type, SOAPAction: undefined }),
    answer: nothing('1.2', 415),
  },
  {
    name: `1.6 ${type}, no action, no XML`,
    request: post('month=1&year=2', { 'Content-Type': type, SOAPAction: undefined }),
    answer: fault('1.2', 'Receiver', [UNABLE_TO_PROCESS, atRoot]),
  },
  {
    name: `1.6 ${type}, no action, unknown body element`,
    request: post(envelope(E11, '<Nope xmlns="{ns}"/>'), { 'Content-Type': type, SOAPAction: undefined }),
    answer: fault('1.1', 'Client', [NO_ACTION]),
  },
]);

const noAction: readonly Clause[] = [
  { name: '2.2 unknown element', body: '<Nope xmlns="{ns}"/>' },
  { name: '2.2 element in no namespace', body: '<SelectEvents/>' },
  { name: '2.2 element in another case', body: '<selectEvents xmlns="{ns}"/>' },
  { name: '2.2 the operation comes second', body: `<x/>${EVENTS}` },
  { name: '2.2 text before the operation', body: `x${EVENTS}` },
  { name: '2.2 CDATA before the operation', body: `<![CDATA[x]]>${EVENTS}` },
  { name: '2.2 blanks only', body: ' \n ' },
  { name: '2.2 a comment only', body: '<!-- x -->' },
].map(({ name, body }) => ({
  name: `${name}, no action`,
  request: post(envelope(E11, body), { SOAPAction: undefined }),
  answer: fault('1.1', 'Client', [NO_ACTION]),
}));

const missingBody = fault('1.1', 'Server', [
  UNABLE_TO_PROCESS,
  invalidOperation('Request format is invalid: Missing required soap:Body element.'),
]);

export const routingClauses: readonly Clause[] = [
  ...actions,
  ...otherTypes,
  ...noAction,
  {
    name: '2.2 a single quotation mark',
    request: post(CALL, { SOAPAction: '"' }),
    answer: fault('1.1', 'Server', [
      UNABLE_TO_PROCESS,
      ['System.ArgumentOutOfRangeException', 'Length cannot be less than zero.\r\nParameter name: length'],
    ]),
  },
  {
    name: '2.2 two quotation marks',
    request: post(CALL, { SOAPAction: '""' }),
    answer: notRecognized(''),
  },
  {
    name: '2.2 an action in escapes throughout',
    request: post(CALL, { SOAPAction: '{A}%53elect%u0045vents' }),
    answer: answered,
  },
  ...['SelectEvent', 'SelectEventsRanged'].map((operation) => ({
    name: `2.2 the action of ${operation}, the element of SelectEvents`,
    request: post(CALL, { SOAPAction: `"{A}${operation}"` }),
    answer: result(
      '1.1',
      operation,
      operation === 'SelectEvent' ? `${operation}|0|False` : `${operation}|0|0`,
    ),
  })),
  {
    name: '2.2 action known, another element',
    request: post(envelope(E11, '<Nope xmlns="{ns}"><month>1</month></Nope>')),
    answer: defaults,
  },
  {
    name: '2.2 action known, element in no namespace',
    request: post(envelope(E11, '<SelectEvents><month>1</month><year>2</year></SelectEvents>')),
    answer: defaults,
  },
  {
    name: '2.2 no action, comments, instructions and blanks before the element',
    request: post(envelope(E11, ` <!-- a --> <?b c?>\n${EVENTS}`), { SOAPAction: undefined }),
    answer: answered,
  },
  {
    name: '2.2 no action, a prefixed element',
    request: post(
      envelope(E11, '<p:SelectEvents xmlns:p="{ns}"><p:month>1</p:month><p:year>2</p:year></p:SelectEvents>'),
      { SOAPAction: undefined },
    ),
    answer: answered,
  },
  {
    name: '2.2 no action, a header before the element',
    request: post(envelope(E11, EVENTS, '<s:Header><a><b>x</b></a></s:Header>'), { SOAPAction: undefined }),
    answer: answered,
  },
  {
    name: '1.6 text/xml in capitals',
    request: post(CALL, { 'Content-Type': 'TEXT/XML; CHARSET=UTF-8' }),
    answer: answered,
  },
  {
    name: '1.6 an envelope of SOAP 1.2 as text/xml, action known',
    request: post(CALL12),
    answer: result('1.2', 'SelectEvents', 'SelectEvents|1|2'),
  },
  {
    name: '1.6 an envelope of SOAP 1.1 as application/soap+xml, whatever the SOAPAction',
    request: post(CALL, { 'Content-Type': SOAP_XML, SOAPAction: '"urn:x"' }),
    answer: nothing('1.1', 415),
  },
  {
    name: '3.4 no action, no XML',
    request: post('hello', { SOAPAction: undefined }),
    answer: fault('1.2', 'Receiver', [UNABLE_TO_PROCESS, atRoot]),
  },
  {
    name: '3.4 no action, nothing sent',
    request: post('', { SOAPAction: undefined }),
    answer: fault('1.2', 'Receiver', [UNABLE_TO_PROCESS, xmlError('Root element is missing.')]),
  },
  {
    name: '3.4 no action, blanks only',
    request: post(' \r\n ', { SOAPAction: undefined }),
    answer: fault('1.2', 'Receiver', [UNABLE_TO_PROCESS, xmlError('Root element is missing.')]),
  },
  {
    name: '3.4 no action, a DTD',
    request: post(`<!DOCTYPE a>${CALL}`, { SOAPAction: undefined }),
    answer: fault('1.2', 'Receiver', [
      UNABLE_TO_PROCESS,
      xmlError('DTD is prohibited in this XML document.'),
    ]),
  },
  ...[
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"/>',
    `<Envelope xmlns="${E11}"></Envelope>`,
  ].map((body) => ({
    name: `3.4 no action, no Body: ${body.slice(0, 12)}`,
    request: post(body, { SOAPAction: undefined }),
    answer: missingBody,
  })),
  {
    name: '3.4 no action, an unknown element before Body',
    request: post(`<s:Envelope xmlns:s="${E11}"><a/><s:Body>${EVENTS}</s:Body></s:Envelope>`, {
      SOAPAction: undefined,
    }),
    answer: fault('1.1', 'Client', [
      soapException('Server was unable to read request.'),
      invalidOperation('Request format is invalid: Missing required soap:Body element.'),
    ]),
  },
  {
    name: '3.4 no action, an error behind the start tag of the element',
    request: post(envelope(E11, `<SelectEvents xmlns="{ns}"><month>1</year></SelectEvents>`), {
      SOAPAction: undefined,
    }),
    answer: nothing('1.1', 400),
  },
];
