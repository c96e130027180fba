/** Checks routing and faults of SOAP 1.2, and what is wrong before an operation is known (contract 3). */
import {
  type ChainedException,
  type Clause,
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
} from './clause';

const CALL = envelope(E12, EVENTS);
const answered = result('1.2', 'SelectEvents', 'SelectEvents|1|2');
const defaults = result('1.2', 'SelectEvents', 'SelectEvents|0|0');
const ACTION = 'action="{A}SelectEvents"';
const xmlError = (message: string): ChainedException => ['System.Xml.XmlException', message];
const receiver = (link: ChainedException) => fault('1.2', 'Receiver', [UNABLE_TO_PROCESS, link]);
const sender = (message: string) => fault('1.2', 'Sender', [soapException(message)]);
const NO_ACTION =
  'Unable to handle request without a valid action parameter. Please supply a valid soap action.';
const missing = (element: string) =>
  invalidOperation(`Request format is invalid: Missing required soap:${element} element.`);

const routed: Readonly<Record<string, string>> = {
  'no action': SOAP_XML,
  'no charset': 'application/soap+xml',
  'an empty action': 'application/soap+xml; charset=utf-8; action=""',
  'an unknown action and a known element': 'application/soap+xml; action="urn:x"',
  'single quotes': "application/soap+xml; charset=utf-8; action='{A}SelectEvents'",
  'the action first': `application/soap+xml; ${ACTION}; charset=utf-8`,
  'quotes that are no pair': `application/soap+xml; action='{A}SelectEvents""`,
  'an escaped action': 'application/soap+xml; action="{A}Select%45vents"',
  'an action in another case': 'application/soap+xml; action="{A}selectevents"',
  'ACTION in capitals': 'application/soap+xml; ACTION="{A}SelectEvents"',
  'no blank before the parameter': 'application/soap+xml;action="{A}SelectEvents"',
  'the same as text/xml': `text/xml; charset=utf-8; ${ACTION}`,
};

const headers: readonly Clause[] = [
  { entry: '<a s:mustUnderstand="1"/>', faults: true },
  { entry: '<a s:mustUnderstand="true" s:role="urn:x"/>', faults: true },
  { entry: `<a xmlns:t="${E11}" t:mustUnderstand="1"/>`, faults: true },
  { entry: '<a s:mustUnderstand="false"/>', faults: false },
  { entry: '<a s:role="urn:x"/>', faults: false },
].map(({ entry, faults }) =>
  clause(
    `3.3 ${entry}`,
    post12(envelope(E12, EVENTS, `<s:Header>${entry}</s:Header>`)),
    faults ? notUnderstood('1.2', 'a') : answered,
  ),
);

/** None has an action, so the errors come before an operation is known. */
const peeked: readonly (readonly [name: string, body: string, answer: Clause['answer']])[] = [
  ['nothing sent', '', receiver(xmlError('Root element is missing.'))],
  ['a byte order mark only', '\ufeff', receiver(xmlError('Root element is missing.'))],
  ['no XML', 'hello', receiver(xmlError('Data at the root level is invalid. Line 1, position 1.'))],
  [
    'no XML in the second line',
    '\n  hello',
    receiver(xmlError('Data at the root level is invalid. Line 2, position 3.')),
  ],
  [
    'a character reference whose number does not fit 32 bits',
    envelope(E12, '&#99999999999;'),
    fault('1.2', 'Receiver', [
      UNABLE_TO_PROCESS,
      xmlError('Invalid value of a character entity reference. Line 1, position 82.'),
      ['System.OverflowException', 'Arithmetic operation resulted in an overflow.'],
    ]),
  ],
  ['a DTD', `<!DOCTYPE a []>${CALL}`, receiver(xmlError('DTD is prohibited in this XML document.'))],
  ['no Body', `<s:Envelope xmlns:s="${E12}"/>`, receiver(missing('Body'))],
  ['no Body, another element', `<s:Envelope xmlns:s="${E12}"><a/></s:Envelope>`, receiver(missing('Body'))],
  ['no Envelope', `<foo xmlns="${E12}"/>`, receiver(missing('Envelope'))],
  ['an unknown element', envelope(E12, '<Nope xmlns="{ns}"/>'), sender(NO_ACTION)],
  ['an element in no namespace', envelope(E12, '<SelectEvents/>'), sender(NO_ACTION)],
  ['nothing in Body', envelope(E12, ''), sender(NO_ACTION)],
  ['an empty Body', `<s:Envelope xmlns:s="${E12}"><s:Body/></s:Envelope>`, sender(NO_ACTION)],
  [
    'another namespace',
    '<Envelope xmlns="http://www.w3.org/2002/06/soap-envelope"/>',
    versionMismatch('http://www.w3.org/2002/06/soap-envelope'),
  ],
  ['no namespace', '<Envelope/>', versionMismatch('')],
  ['an envelope of SOAP 1.1 and a known element', envelope(E11, EVENTS), nothing('1.1', 415)],
  [
    'an envelope of SOAP 1.1 and an unknown element',
    envelope(E11, '<a/>'),
    fault('1.1', 'Client', [soapException(NO_ACTION)]),
  ],
  [
    'an error behind the element',
    envelope(E12, '<SelectEvents xmlns="{ns}"><a></SelectEvents>'),
    nothing('1.2', 400),
  ],
];

export const soap12Clauses: readonly Clause[] = [
  ...Object.entries(routed).map(([name, contentType]) =>
    clause(`3.2 ${name}`, post12(CALL, contentType), answered),
  ),
  ...['"urn:x"', '""', '"', '"{A}SelectEvent"'].map((action) =>
    clause(
      `3.2 the header SOAPAction ${action} is ignored`,
      post(CALL, { 'Content-Type': SOAP_XML, SOAPAction: action }),
      answered,
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
    (body) => clause(`3.2 a known action and ${JSON.stringify(body)}`, post12(envelope(E12, body)), defaults),
  ),
  clause(
    '3.2 text/xml, an unknown SOAPAction and an envelope of SOAP 1.2',
    post(CALL, { SOAPAction: '"urn:x"' }),
    fault('1.1', 'Client', [
      soapException('Server did not recognize the value of HTTP Header SOAPAction: urn:x.'),
    ]),
  ),
  clause(
    '3.1 text/xml without an action and an envelope of SOAP 1.2',
    post(CALL, { SOAPAction: undefined }),
    answered,
  ),
  ...headers,
  ...peeked.map(([name, body, answer]) => clause(`3.4 ${name}, no action`, post12(body, SOAP_XML), answer)),
  ...['', 'hello', '<!DOCTYPE a><a/>', `<s:Envelope xmlns:s="${E12}"><s:Body>`].map((body) =>
    clause(`3.4 ${JSON.stringify(body.slice(0, 20))}, action known`, post12(body), nothing('1.2', 400)),
  ),
  clause(
    '3.4 no Body, action known',
    post12(`<s:Envelope xmlns:s="${E12}"></s:Envelope>`),
    fault('1.2', 'Sender', [UNABLE_TO_READ, missing('Body')]),
  ),
  clause(
    '3.4 no Envelope, action known',
    post12(`<foo xmlns="${E12}"/>`),
    fault('1.2', 'Sender', [UNABLE_TO_READ, missing('Envelope')]),
  ),
  clause('2.4 another namespace, action known', post12('<foo/>'), versionMismatch('')),
];
