/** Checks which operation a SOAP request names, and errors before the operation is known (contract 1.6, 2.2, 3). */
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
  notUnderstood,
  post,
  post12,
  result,
  SOAP_XML,
  soapException,
  UNABLE_TO_PROCESS,
  UNABLE_TO_READ,
  versionMismatch,
  xmlError,
} from './clause';

const CALL = envelope(E11, EVENTS);
const CALL12 = envelope(E12, EVENTS);
const answered = result('1.1', 'SelectEvents', 'SelectEvents|1|2');
const answered12 = result('1.2', 'SelectEvents', 'SelectEvents|1|2');
const notRecognized = (action: string) =>
  fault('1.1', 'Client', [
    soapException(`Server did not recognize the value of HTTP Header SOAPAction: ${action}.`),
  ]);
const missing = (element: string) =>
  invalidOperation(`Request format is invalid: Missing required soap:${element} element.`);
const receiver = (link: ChainedException, version: '1.1' | '1.2' = '1.2') =>
  fault(version, version === '1.1' ? 'Server' : 'Receiver', [UNABLE_TO_PROCESS, link]);
const sender = (message: string) => fault('1.2', 'Sender', [soapException(message)]);
const NO_ACTION =
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.';
const withoutAction = fault('1.1', 'Client', [soapException(NO_ACTION)]);
const KNOWN = '"{A}SelectEvents"';
const ACTION = 'action="{A}SelectEvents"';
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
  const atRoot = xmlError('Data at the root level is invalid. Line 1, position 1.');
  return [
    sent('action known', CALL, KNOWN, nothing('1.1', 415)),
    sent('action known, no XML', '{"month":1}', KNOWN, nothing('1.1', 415)),
    sent('action unknown', CALL, '"urn:x"', notRecognized('urn:x')),
    sent('no action', CALL, undefined, nothing('1.2', 415)),
    sent('no action, no XML', 'month=1&year=2', undefined, receiver(atRoot)),
    sent('no action, unknown body element', envelope(E11, '<Nope xmlns="{ns}"/>'), undefined, withoutAction),
  ];
});

type ByBody = readonly [name: string, body: string, answer: ClauseAnswer];

/** These requests have no action, so the element in Body names the operation. */
const byBody: readonly ByBody[] = [
  ['2.2 unknown element', envelope(E11, '<Nope xmlns="{ns}"/>'), withoutAction],
  ['2.2 element in no namespace', envelope(E11, '<SelectEvents/>'), withoutAction],
  ['2.2 element in another case', envelope(E11, '<selectEvents xmlns="{ns}"/>'), withoutAction],
  ['2.2 text before the operation', envelope(E11, `x${EVENTS}`), withoutAction],
  ['2.2 CDATA before the operation', envelope(E11, `<![CDATA[x]]>${EVENTS}`), withoutAction],
  ['2.2 blanks only', envelope(E11, ' \n '), withoutAction],
  ['2.2 a comment only', envelope(E11, '<!-- x -->'), withoutAction],
  ['2.2 comments, instructions and blanks', envelope(E11, ` <!-- a --> <?b c?>\n${EVENTS}`), answered],
  ['2.2 a prefixed element', envelope(E11, PREFIXED), answered],
  ['3.4 an empty Envelope', `<s:Envelope xmlns:s="${E11}"/>`, receiver(missing('Body'), '1.1')],
  ['3.4 an Envelope of nothing', `<Envelope xmlns="${E11}"></Envelope>`, receiver(missing('Body'), '1.1')],
  [
    '3.4 an unknown element before Body',
    `<s:Envelope xmlns:s="${E11}"><a/><s:Body>${EVENTS}</s:Body></s:Envelope>`,
    fault('1.1', 'Client', [UNABLE_TO_READ, missing('Body')]),
  ],
];

const byBody12: readonly ByBody[] = [
  ['a byte order mark only', '\ufeff', receiver(xmlError('Root element is missing.'))],
  [
    'a character reference whose number does not fit 32 bits',
    envelope(E12, '&#99999999999;'),
    fault('1.2', 'Receiver', [
      UNABLE_TO_PROCESS,
      xmlError('Invalid value of a character entity reference. Line 1, position 82.'),
      ['System.OverflowException', 'Arithmetic operation resulted in an overflow.'],
    ]),
  ],
  ['no Body', `<s:Envelope xmlns:s="${E12}"/>`, receiver(missing('Body'))],
  ['no Body, another element', `<s:Envelope xmlns:s="${E12}"><a/></s:Envelope>`, receiver(missing('Body'))],
  ['an element in no namespace', envelope(E12, '<SelectEvents/>'), sender(NO_ACTION)],
  ['an empty Body', `<s:Envelope xmlns:s="${E12}"><s:Body/></s:Envelope>`, sender(NO_ACTION)],
  [
    'a call after an empty Body',
    `<s:Envelope xmlns:s="${E12}"><s:Body/>${EVENTS}</s:Envelope>`,
    sender(NO_ACTION),
  ],
  [
    'another namespace',
    '<Envelope xmlns="http://www.w3.org/2002/06/soap-envelope"/>',
    versionMismatch('http://www.w3.org/2002/06/soap-envelope'),
  ],
  ['no namespace', '<Envelope/>', versionMismatch('')],
  ['an envelope of SOAP 1.1 and an unknown element', envelope(E11, '<a/>'), withoutAction],
  [
    'an error behind the element',
    envelope(E12, '<SelectEvents xmlns="{ns}"><a></SelectEvents>'),
    nothing('1.2', 400),
  ],
];

const routed12: Readonly<Record<string, string>> = {
  'no action': SOAP_XML,
  'no charset': 'application/soap+xml',
  'single quotes': "application/soap+xml; charset=utf-8; action='{A}SelectEvents'",
  'the action first': `application/soap+xml; ${ACTION}; charset=utf-8`,
  'quotes that are no pair': `application/soap+xml; action='{A}SelectEvents""`,
  'an escaped action': 'application/soap+xml; action="{A}Select%45vents"',
  'an action in another case': 'application/soap+xml; action="{A}selectevents"',
  'ACTION in capitals': 'application/soap+xml; ACTION="{A}SelectEvents"',
  'no blank before the parameter': 'application/soap+xml;action="{A}SelectEvents"',
};

const headers12: Readonly<Record<string, ClauseAnswer>> = {
  '<a s:mustUnderstand="true" s:role="urn:x"/>': notUnderstood('1.2', 'a'),
  '<a s:mustUnderstand="false"/>': answered12,
  '<a s:role="urn:x"/>': answered12,
};

const soap12: readonly Clause[] = [
  ...Object.entries(routed12).map(([name, contentType]) =>
    clause(`3.2 ${name}`, post12(CALL12, contentType), answered12),
  ),
  clause(
    '3.1 text/xml without an action and an envelope of SOAP 1.2',
    post(CALL12, { SOAPAction: undefined }),
    answered12,
  ),
  ...['"urn:x"', '""', '"', '"{A}SelectEvent"'].map((action) =>
    clause(
      `3.2 the header SOAPAction ${action} is ignored`,
      post(CALL12, { 'Content-Type': SOAP_XML, SOAPAction: action }),
      answered12,
    ),
  ),
  clause(
    '3.2 the header SOAPAction alone routes nothing',
    post(envelope(E12, '<Nope/>'), { 'Content-Type': SOAP_XML }),
    sender(NO_ACTION),
  ),
  ...['<Nope xmlns="{ns}"/>', '', 'hello'].map((body) =>
    clause(
      `3.2 an unknown action and ${JSON.stringify(body)}`,
      post12(envelope(E12, body), 'application/soap+xml; action="urn:nope"'),
      sender("Unable to handle request. The action 'urn:nope' was not recognized."),
    ),
  ),
  clause(
    '3.2 an unknown action is shown decoded',
    post12(envelope(E12, ''), 'application/soap+xml; action="urn%3Anope"'),
    sender("Unable to handle request. The action 'urn:nope' was not recognized."),
  ),
  ...['', '<Nope xmlns="{ns}"/>', '<SelectEvent xmlns="{ns}"><intEventID>x</intEventID></SelectEvent>'].map(
    (body) =>
      clause(
        `3.2 a known action and ${JSON.stringify(body)}`,
        post12(envelope(E12, body)),
        result('1.2', 'SelectEvents', 'SelectEvents|0|0'),
      ),
  ),
  ...Object.entries(headers12).map(([entry, answer]) =>
    clause(`3.3 ${entry}`, post12(envelope(E12, EVENTS, `<s:Header>${entry}</s:Header>`)), answer),
  ),
  ...byBody12.map(([name, body, answer]) => clause(`3.4 ${name}, no action`, post12(body, SOAP_XML), answer)),
  ...['', 'hello', '<!DOCTYPE a><a/>', `<s:Envelope xmlns:s="${E12}"><s:Body>`].map((body) =>
    clause(`3.4 ${JSON.stringify(body.slice(0, 20))}, action known`, post12(body), nothing('1.2', 400)),
  ),
  clause(
    '3.4 no Body, action known',
    post12(`<s:Envelope xmlns:s="${E12}"></s:Envelope>`),
    fault('1.2', 'Sender', [UNABLE_TO_READ, missing('Body')]),
  ),
  clause('2.4 another namespace, action known', post12('<foo/>'), versionMismatch('')),
];

export const routingClauses: readonly Clause[] = [
  ...Object.entries(actions).map(([name, [action, shown]]) =>
    clause(`2.2 ${name}`, post(CALL, { SOAPAction: action }), notRecognized(shown)),
  ),
  ...otherTypes,
  ...byBody.map(([name, body, answer]) =>
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
    '2.2 action known, element in no namespace',
    post(envelope(E11, '<SelectEvents><month>1</month><year>2</year></SelectEvents>')),
    result('1.1', 'SelectEvents', 'SelectEvents|0|0'),
  ),
  clause('1.6 text/xml in capitals', post(CALL, { 'Content-Type': 'TEXT/XML; CHARSET=UTF-8' }), answered),
  clause(
    '1.6 an envelope of SOAP 1.1 as application/soap+xml, whatever the SOAPAction',
    post(CALL, { 'Content-Type': SOAP_XML, SOAPAction: '"urn:x"' }),
    nothing('1.1', 415),
  ),
  ...soap12,
];
