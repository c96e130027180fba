/** Checks Envelope, Header and Body of SOAP 1.1, and how deep elements may be nested (contract 2.3 to 2.5, 10.1). */
import {
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
  readError,
  result,
  soapException,
  UNABLE_TO_READ,
  versionMismatch,
} from './clause';

const answered = result('1.1', 'SelectEvents', 'SelectEvents|1|2');
const defaults = result('1.1', 'SelectEvents', 'SelectEvents|0|0');
const CALL = envelope(E11, EVENTS);
const inMonth = (text: string) =>
  envelope(E11, `<SelectEvents xmlns="{ns}"><month>${text}</month></SelectEvents>`);
const withHeader = (entries: string) => envelope(E11, EVENTS, `<s:Header>${entries}</s:Header>`);
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';
const missing = (element: string) =>
  fault('1.1', 'Client', [
    UNABLE_TO_READ,
    invalidOperation(`Request format is invalid: Missing required soap:${element} element.`),
  ]);

const accepted: Readonly<Record<string, string>> = {
  'default namespace': `<Envelope xmlns="${E11}"><Body>${EVENTS}</Body></Envelope>`,
  'attributes on Envelope and Body': `<s:Envelope xmlns:s="${E11}" a="1" s:b="2"><s:Body c="3">${EVENTS}</s:Body></s:Envelope>`,
  'comments, instructions and blanks between everything': `<!--a--><?b?>\n<s:Envelope xmlns:s="${E11}"> <!--c--> <s:Header/> <?d?> <s:Body> <!--e-->${EVENTS}<?f?> </s:Body> <!--g--> </s:Envelope> <!--h-->`,
  'names in letters of the fourth edition of XML': envelope(E11, `<名前 äß="1"/><ab\u0300·/>${EVENTS}`),
  'Header behind Body': `<s:Envelope xmlns:s="${E11}"><s:Body>${EVENTS}</s:Body><s:Header><a s:mustUnderstand="1"/></s:Header></s:Envelope>`,
  'the call behind an empty Body': `<s:Envelope xmlns:s="${E11}"><s:Body/>${EVENTS}</s:Envelope>`,
  'text behind Body': `<s:Envelope xmlns:s="${E11}"><s:Body>${EVENTS}</s:Body>hello</s:Envelope>`,
  'another operation before ours': envelope(
    E11,
    `<SelectEvent xmlns="{ns}"><intEventID>x</intEventID></SelectEvent>${EVENTS}`,
  ),
  'text in Body before ours': envelope(E11, `hello ${EVENTS} and behind`),
  'xml:space': envelope(E11, `<a xml:space="preserve"/>${EVENTS}`),
  'a byte order mark and blanks': `\ufeff \n${CALL}`,
  'junk behind a trailing instruction': `${CALL}<?x?><junk`,
  'a second root behind blanks': `${CALL}\n<a/>`,
  'pairs of surrogates': envelope(E11, `<!--${'😀'.repeat(10_000)}-->${EVENTS}`),
  'an unknown entity in an element that means nothing': envelope(E11, `<a b="&nbsp;">&nbsp;</a>${EVENTS}`),
  'another prefix for the namespace of xml': envelope(
    E11,
    `<p:a xmlns:p="http://www.w3.org/XML/1998/namespace"/>${EVENTS}`,
  ),
  'carriage returns alone': `${DECLARATION}\r${CALL}\r`,
};

const malformed: Readonly<Record<string, string>> = {
  'nothing sent': '',
  'an unknown entity': inMonth('&nbsp;'),
  'an unknown entity in Body': envelope(E11, `&nbsp;${EVENTS}`),
  'an unknown entity beside a parameter': envelope(E11, EVENTS.replace('<year>', '&nbsp;<year>')),
  'an unknown entity in a header': withHeader('<a><b>&nbsp;</b></a>'),
  'an unknown entity in an attribute of a header': withHeader('<a b="&nbsp;"/>'),
  'an unknown entity beside a header': withHeader('&nbsp;'),
  'a control character': inMonth('1\u0001'),
  'a reference to U+0001': inMonth('&#1;'),
  'a reference to a surrogate': inMonth('&#xD800;'),
  'a duplicate attribute': envelope(E11, '<SelectEvents xmlns="{ns}" a="1" a="2"/>'),
  'a duplicate attribute by namespace': envelope(E11, '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>'),
  'a duplicate default namespace': envelope(E11, '<a xmlns="u" xmlns="v"/>'),
  'an undeclared prefix of an attribute': envelope(E11, '<a q:b="1"/>'),
  'U+FFFD in a name': envelope(E11, '<a\ufffd/>'),
  'a letter that only the fifth edition of XML knows': envelope(E11, '<\u2c00/>'),
  'a character outside the BMP in a name': envelope(E11, '<\u{10400}/>'),
  'a digit behind a prefix': envelope(E11, '<p:1 xmlns:p="u"/>'),
  'a colon in the name of an instruction': envelope(E11, '<?a:b c?>'),
  'blanks before the declaration': ` ${DECLARATION}${CALL}`,
  'XML 1.1': `<?xml version="1.1"?>${CALL}`,
  'junk behind the envelope': `${CALL}junk`,
  'a trailing NUL behind blanks': `${CALL}\n\0`,
  'junk behind trailing blanks': `${CALL}\n junk`,
  'an error in a header': withHeader('<a>'),
  'an error behind Body': `<s:Envelope xmlns:s="${E11}"><s:Body>${EVENTS}</s:Body><a></s:Envelope>`,
  'truncated before the end tag of Envelope': CALL.slice(0, -13),
  'an error right behind a wrong value': envelope(
    E11,
    '<SelectEvents xmlns="{ns}"><month>x</month><year <2</year></SelectEvents>',
  ),
  'an error comes before mustUnderstand': envelope(
    E11,
    '<a></b>',
    '<s:Header><a s:mustUnderstand="1"/></s:Header>',
  ),
};

const withoutBody: Readonly<Record<string, string>> = {
  'an empty Envelope': `<s:Envelope xmlns:s="${E11}"/>`,
  'an empty Envelope before junk': `<s:Envelope xmlns:s="${E11}"/></a>`,
  'an Envelope with blanks': `<s:Envelope xmlns:s="${E11}"> </s:Envelope>`,
  'text in place of Body': `<s:Envelope xmlns:s="${E11}">hello</s:Envelope>`,
  'another element in place of Body': `<s:Envelope xmlns:s="${E11}"><s:Boby>${EVENTS}</s:Boby></s:Envelope>`,
  'body in small letters': `<s:Envelope xmlns:s="${E11}"><s:body>${EVENTS}</s:body></s:Envelope>`,
  'Body in no namespace': `<Envelope xmlns="${E11}"><Body xmlns="">${EVENTS}</Body></Envelope>`,
};

const headers: readonly Clause[] = [
  { entry: '<a/><b s:mustUnderstand="1"/><c s:mustUnderstand="1"/>', faults: 'b' },
  { entry: '<a s:actor="urn:x" s:mustUnderstand="1"/>', faults: 'a' },
  { entry: `<a xmlns="${E11}" mustUnderstand="1"/>`, faults: 'a' },
  { entry: `<a xmlns="${E12}" mustUnderstand="true"/>`, faults: 'a' },
  { entry: `<a xmlns="${E11}" s:mustUnderstand="1"/>` },
  { entry: '<s:a mustUnderstand="1"/>' },
  { entry: `<a s:mustUnderstand="0" xmlns:t="${E12}" t:mustUnderstand="1"/>` },
  { entry: '<a s:mustUnderstand="TRUE"/>' },
  { entry: '<a s:mustUnderstand="yes"/>' },
  { entry: '<a s:mustUnderstand="false"/>' },
  { entry: '<a s:mustUnderstand=" 1 "/>' },
  { entry: '<a xmlns:t="urn:t" t:mustUnderstand="1"/>' },
  { entry: '<a><b s:mustUnderstand="1"/></a>' },
  { entry: 'text <!-- c --> <?d?> <![CDATA[e]]>' },
  { entry: '<SelectEvents xmlns="{ns}"><month>9</month></SelectEvents>' },
].map(({ entry, faults }) =>
  clause(
    `2.5 ${entry}`,
    post(withHeader(entry)),
    faults === undefined ? answered : notUnderstood('1.1', faults),
  ),
);

const levels = (count: number) => `${'<a>'.repeat(count)}${'</a>'.repeat(count)}`;
const TOO_MANY_LEVELS = levels(256).replace('<a></a>', '<¦a></a>');
const tooDeep = readError(
  invalidOperation('The elements of a request may be nested 256 levels deep below Envelope.'),
);
const withAttributes = (count: number) =>
  envelope(E11, `<a ${Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ')}/>${EVENTS}`);

const limits: readonly Clause[] = [
  clause('10.1 256 levels below Envelope', post(envelope(E11, levels(255) + EVENTS)), answered),
  clause('10.1 257 levels below Envelope', post(envelope(E11, TOO_MANY_LEVELS + EVENTS)), tooDeep),
  clause(
    '10.1 257 levels in Header, no action',
    post(withHeader(TOO_MANY_LEVELS), {
      SOAPAction: undefined,
    }),
    tooDeep,
  ),
  clause('10.1 256 attributes of an element', post(withAttributes(256)), answered),
  clause('10.1 257 attributes of an element', post(withAttributes(257)), nothing('1.1', 400)),
];

const rootMismatch = (body: string, namespace: string): Clause =>
  clause(`2.4 ${body.slice(0, 50)}`, post(body), versionMismatch(namespace));

export const envelopeClauses: readonly Clause[] = [
  ...Object.entries(accepted).map(([name, body]) => clause(`2.3 accepted: ${name}`, post(body), answered)),
  ...['', ' \n ', '<!-- a -->', '<?a?>', 'hello', '<![CDATA[hello]]>', '<a><b/></a>'].map((body) =>
    clause(`2.3 Body holds ${JSON.stringify(body)}`, post(envelope(E11, body)), defaults),
  ),
  ...Object.entries(malformed).map(([name, body]) =>
    clause(`2.3 malformed: ${name}`, post(body), nothing('1.1', 400)),
  ),
  ...Object.entries(withoutBody).map(([name, body]) =>
    clause(`2.3 no Body: ${name}`, post(body), missing('Body')),
  ),
  ...headers,
  ...limits,
  rootMismatch('<foo/>', ''),
  rootMismatch('<foo xmlns="urn:x &amp; y"><', 'urn:x & y'),
  rootMismatch(
    '<e:Envelope xmlns:e="http://www.w3.org/2001/12/soap-envelope"/>',
    'http://www.w3.org/2001/12/soap-envelope',
  ),
  clause(
    '2.4 overrides what routing finds',
    post('<foo xmlns="urn:x"/>', { SOAPAction: undefined }),
    versionMismatch('urn:x'),
  ),
  clause(
    '2.1 an unknown action comes before a version mismatch',
    post('<foo/>', { SOAPAction: 'x' }),
    fault('1.1', 'Client', [
      soapException('Server did not recognize the value of HTTP Header SOAPAction: x.'),
    ]),
  ),
];
