/** Checks which operation a SOAP 1.1 request is for, and what its Content-Type must be (contract 1.6, 2.2). */
import {
  type ChainedException,
  type Clause,
  type ClauseAnswer,
  clause,
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
  UNABLE_TO_READ,
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
const missingBody = invalidOperation('Request format is invalid: Missing required soap:Body element.');
const withoutAction = fault('1.1', 'Client', [NO_ACTION]);
const receiver = (link: ChainedException, version: '1.1' | '1.2' = '1.2') =>
  fault(version, version === '1.1' ? 'Server' : 'Receiver', [UNABLE_TO_PROCESS, link]);
const KNOWN = '"{A}SelectEvents"';
const PREFIXED = '<p:SelectEvents xmlns:p="{ns}"><p:month>1</p:month><p:year>2</p:year></p:SelectEvents>';

const actions: Readonly<Record<string, readonly [action: string, shown: string]>> = {
  'wrong case': ['"{A}selectevents"', '{A}selectevents'],
  relative: ['"#SelectEvents"', '#SelectEvents'],
  'nothing but the name': ['SelectEvents', 'SelectEvents'],
  'a quotation mark only before': ['"{A}SelectEvents', '"{A}SelectEvents'],
  'a quotation mark only behind': ['{A}SelectEvents"', '{A}SelectEvents"'],
  'doubly quoted': ['""{A}SelectEvents""', '"{A}SelectEvents"'],
  'plus is a blank': ['"{A}Select+Events"', '{A}Select Events'],
  'a bad escape stays': ['"{A}Select%zzEvents"', '{A}Select%zzEvents'],
  'escapes are decoded once': ['"{A}Select%2545vents"', '{A}Select%45vents'],
  'an escaped letter outside ASCII': ['"urn:%C3%A9"', 'urn:é'],
  '%u': ['"urn:%u00e9"', 'urn:é'],
  markup: ['"urn:<a>&amp;"', 'urn:<a>&amp;'],
  '1,024 characters': [`"${'a'.repeat(1024)}"`, 'a'.repeat(1024)],
  'two quotation marks': ['""', ''],
};

const otherTypes: readonly Clause[] = [
  'text/xml ; charset=utf-8',
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/related; type="application/xop+xml"',
  'text/xmlx',
].flatMap((type) => {
  const sent = (name: string, body: string, action: string | undefined, answer: ClauseAnswer) =>
    clause(`1.6 ${type}, ${name}`, post(body, { 'Content-Type': type, SOAPAction: action }), answer);
  return [
    sent('action known', CALL, KNOWN, nothing('1.1', 415)),
    sent('action known, no XML', '{"month":1}', KNOWN, nothing('1.1', 415)),
    sent('action unknown', CALL, '"urn:x"', notRecognized('urn:x')),
    sent('no action', CALL, undefined, nothing('1.2', 415)),
    sent('no action, no XML', 'month=1&year=2', undefined, receiver(atRoot)),
    sent('no action, unknown body element', envelope(E11, '<Nope xmlns="{ns}"/>'), undefined, withoutAction),
  ];
});

/** None has an action, so the element in Body decides. */
const peeked: readonly (readonly [name: string, body: string, answer: ClauseAnswer])[] = [
  ['2.2 unknown element', envelope(E11, '<Nope xmlns="{ns}"/>'), withoutAction],
  ['2.2 element in no namespace', envelope(E11, '<SelectEvents/>'), withoutAction],
  ['2.2 element in another case', envelope(E11, '<selectEvents xmlns="{ns}"/>'), withoutAction],
  ['2.2 the operation comes second', envelope(E11, `<x/>${EVENTS}`), withoutAction],
  ['2.2 text before the operation', envelope(E11, `x${EVENTS}`), withoutAction],
  ['2.2 CDATA before the operation', envelope(E11, `<![CDATA[x]]>${EVENTS}`), withoutAction],
  ['2.2 blanks only', envelope(E11, ' \n '), withoutAction],
  ['2.2 a comment only', envelope(E11, '<!-- x -->'), withoutAction],
  ['2.2 comments, instructions and blanks', envelope(E11, ` <!-- a --> <?b c?>\n${EVENTS}`), answered],
  ['2.2 a prefixed element', envelope(E11, PREFIXED), answered],
  ['2.2 a header', envelope(E11, EVENTS, '<s:Header><a><b>x</b></a></s:Header>'), answered],
  ['3.4 no XML', 'hello', receiver(atRoot)],
  ['3.4 nothing sent', '', receiver(xmlError('Root element is missing.'))],
  ['3.4 blanks only', ' \r\n ', receiver(xmlError('Root element is missing.'))],
  ['3.4 a DTD', `<!DOCTYPE a>${CALL}`, receiver(xmlError('DTD is prohibited in this XML document.'))],
  ['3.4 an empty Envelope', `<s:Envelope xmlns:s="${E11}"/>`, receiver(missingBody, '1.1')],
  ['3.4 an Envelope of nothing', `<Envelope xmlns="${E11}"></Envelope>`, receiver(missingBody, '1.1')],
  [
    '3.4 an unknown element before Body',
    `<s:Envelope xmlns:s="${E11}"><a/><s:Body>${EVENTS}</s:Body></s:Envelope>`,
    fault('1.1', 'Client', [UNABLE_TO_READ, missingBody]),
  ],
  [
    '3.4 an error behind the start tag of the element',
    envelope(E11, '<SelectEvents xmlns="{ns}"><month>1</year></SelectEvents>'),
    nothing('1.1', 400),
  ],
];

export const routingClauses: readonly Clause[] = [
  ...Object.entries(actions).map(([name, [action, shown]]) =>
    clause(`2.2 ${name}`, post(CALL, { SOAPAction: action }), notRecognized(shown)),
  ),
  ...otherTypes,
  ...peeked.map(([name, body, answer]) =>
    clause(`${name}, no action`, post(body, { SOAPAction: undefined }), answer),
  ),
  clause(
    '2.2 a single quotation mark',
    post(CALL, { SOAPAction: '"' }),
    receiver(
      ['System.ArgumentOutOfRangeException', 'Length cannot be less than zero.\r\nParameter name: length'],
      '1.1',
    ),
  ),
  clause(
    '2.2 an action in escapes throughout',
    post(CALL, { SOAPAction: '{A}%53elect%u0045vents' }),
    answered,
  ),
  ...['SelectEvent', 'SelectEventsRanged'].map((operation) =>
    clause(
      `2.2 the action of ${operation}, the element of SelectEvents`,
      post(CALL, { SOAPAction: `"{A}${operation}"` }),
      result('1.1', operation, operation === 'SelectEvent' ? `${operation}|0|False` : `${operation}|0|0`),
    ),
  ),
  clause(
    '2.2 action known, another element',
    post(envelope(E11, '<Nope xmlns="{ns}"><month>1</month></Nope>')),
    defaults,
  ),
  clause(
    '2.2 action known, element in no namespace',
    post(envelope(E11, '<SelectEvents><month>1</month><year>2</year></SelectEvents>')),
    defaults,
  ),
  clause('1.6 text/xml in capitals', post(CALL, { 'Content-Type': 'TEXT/XML; CHARSET=UTF-8' }), answered),
  clause(
    '1.6 an envelope of SOAP 1.2 as text/xml, action known',
    post(CALL12),
    result('1.2', 'SelectEvents', 'SelectEvents|1|2'),
  ),
  clause(
    '1.6 an envelope of SOAP 1.1 as application/soap+xml, whatever the SOAPAction',
    post(CALL, { 'Content-Type': SOAP_XML, SOAPAction: '"urn:x"' }),
    nothing('1.1', 415),
  ),
];
