/** Checks Envelope, Header and Body of SOAP 1.1, and how deep they may be (contract 2.3 to 2.5, 10.1). */
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
  'encodingStyle on the element': `<s:Envelope xmlns:s="${E11}"><s:Body><SelectEvents xmlns="{ns}" s:encodingStyle="urn:x"><month>1</month><year>2</year></SelectEvents></s:Body></s:Envelope>`,
  'comments, instructions and blanks between everything': `<!--a--><?b?>\n<s:Envelope xmlns:s="${E11}"> <!--c--> <s:Header/> <?d?> <s:Body> <!--e-->${EVENTS}<?f?> </s:Body> <!--g--> </s:Envelope> <!--h-->`,
  'names in letters of the fourth edition of XML': envelope(E11, `<名前 äß="1"/><ab\u0300·/>${EVENTS}`),
  'text before Header': `<s:Envelope xmlns:s="${E11}">\n<s:Body>${EVENTS}</s:Body>\n</s:Envelope>\n`,
  'Header behind Body': `<s:Envelope xmlns:s="${E11}"><s:Body>${EVENTS}</s:Body><s:Header><a s:mustUnderstand="1"/></s:Header></s:Envelope>`,
  'text behind Body': `<s:Envelope xmlns:s="${E11}"><s:Body>${EVENTS}</s:Body>hello</s:Envelope>`,
  'another operation before ours': envelope(
    E11,
    `<SelectEvent xmlns="{ns}"><intEventID>x</intEventID></SelectEvent>${EVENTS}`,
  ),
  'text in Body before ours': envelope(E11, `hello ${EVENTS} and behind`),
  'a declaration with an unknown encoding': `<?xml version="1.0" encoding="bogus"?>${CALL}`,
  'xml:space': envelope(E11, `<a xml:space="preserve"/>${EVENTS}`),
  'a byte order mark and blanks': `\ufeff \n${CALL}`,
  'junk behind a trailing comment': `${CALL}<!-- x -->junk`,
  'junk behind a trailing instruction': `${CALL}<?x?><junk`,
  'a trailing NUL': `${CALL}\0`,
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
  'blanks only': '  \n ',
  'no XML': 'hello',
  'a declaration only': DECLARATION,
  'an end tag only': '</s:Envelope>',
  'an unknown entity': inMonth('&nbsp;'),
  'an unknown entity in Body': envelope(E11, `&nbsp;${EVENTS}`),
  'an unknown entity beside a parameter': envelope(E11, EVENTS.replace('<year>', '&nbsp;<year>')),
  'an unknown entity in a header': withHeader('<a><b>&nbsp;</b></a>'),
  'an unknown entity in an attribute of a header': withHeader('<a b="&nbsp;"/>'),
  'an unknown entity beside a header': withHeader('&nbsp;'),
  'a naked ampersand': inMonth('1 & 2'),
  'a control character': inMonth('1\u0001'),
  'a reference to U+0001': inMonth('&#1;'),
  'a reference to U+FFFE': inMonth('&#xFFFE;'),
  'a reference to a surrogate': inMonth('&#xD800;'),
  'a duplicate attribute': envelope(E11, '<SelectEvents xmlns="{ns}" a="1" a="2"/>'),
  'a duplicate attribute by namespace': envelope(E11, '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>'),
  'a duplicate default namespace': envelope(E11, '<a xmlns="u" xmlns="v"/>'),
  'an undeclared prefix': envelope(E11, '<q:SelectEvents/>'),
  'an undeclared prefix of an attribute': envelope(E11, '<a q:b="1"/>'),
  'a prefix bound to nothing': envelope(E11, '<a xmlns:q=""/>'),
  'mismatched tags': envelope(E11, '<a></b>'),
  'an attribute without quotes': envelope(E11, '<a b=c/>'),
  'a < in an attribute': envelope(E11, '<a b="<"/>'),
  'a value that xml:space does not know': envelope(E11, '<a xml:space="keep"/>'),
  'U+FFFD in a name': envelope(E11, '<a\ufffd/>'),
  'a letter that only the fifth edition of XML knows': envelope(E11, '<\u2c00/>'),
  'a character outside the BMP in a name': envelope(E11, '<\u{10400}/>'),
  'a digit behind a prefix': envelope(E11, '<p:1 xmlns:p="u"/>'),
  'two colons in a name': envelope(E11, '<p:a:b xmlns:p="u"/>'),
  'a colon in the name of an instruction': envelope(E11, '<?a:b c?>'),
  'the prefix xmlns declared': envelope(E11, '<a xmlns:xmlns="u"/>'),
  'another prefix for the namespace of xmlns': envelope(E11, '<a xmlns:p="http://www.w3.org/2000/xmlns/"/>'),
  'the prefix xml for something else': envelope(E11, '<a xmlns:xml="u"/>'),
  'two hyphens in a comment': envelope(E11, '<!-- a -- b -->'),
  ']]> in text': envelope(E11, 'a ]]> b'),
  'an instruction named xml': envelope(E11, '<?xml version="1.0"?>'),
  'blanks before the declaration': ` ${DECLARATION}${CALL}`,
  'text before the declaration': `x${DECLARATION}${CALL}`,
  'XML 1.1': `<?xml version="1.1"?>${CALL}`,
  'an empty document type': `<!DOCTYPE s:Envelope>${CALL}`,
  'junk behind the envelope': `${CALL}junk`,
  'a trailing NUL behind blanks': `${CALL}\n\0`,
  'junk behind trailing blanks': `${CALL}\n junk`,
  'a second envelope': CALL + CALL,
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
  'an Envelope with blanks': `<s:Envelope xmlns:s="${E11}"> </s:Envelope>`,
  'text in place of Body': `<s:Envelope xmlns:s="${E11}">hello</s:Envelope>`,
  'another element in place of Body': `<s:Envelope xmlns:s="${E11}"><s:Boby>${EVENTS}</s:Boby></s:Envelope>`,
  'another element before Body': `<s:Envelope xmlns:s="${E11}"><a/><s:Body>${EVENTS}</s:Body></s:Envelope>`,
  'body in small letters': `<s:Envelope xmlns:s="${E11}"><s:body>${EVENTS}</s:body></s:Envelope>`,
  'Body in no namespace': `<Envelope xmlns="${E11}"><Body xmlns="">${EVENTS}</Body></Envelope>`,
  'a second Header': envelope(E11, EVENTS, '<s:Header/><s:Header/>'),
};

const headers: readonly Clause[] = [
  { entry: '<a s:mustUnderstand="1"/>', faults: 'a' },
  { entry: '<p:a xmlns:p="u" s:mustUnderstand="true"><b/></p:a>', faults: 'a' },
  { entry: '<a s:mustUnderstand="1" s:actor="http://schemas.xmlsoap.org/soap/actor/next"/>', faults: 'a' },
  { entry: `<a xmlns:t="${E12}" t:mustUnderstand="true" t:role="urn:x"/>`, faults: 'a' },
  { entry: '<a/><b s:mustUnderstand="1"/><c s:mustUnderstand="1"/>', faults: 'b' },
  { entry: `<a xmlns="${E11}" mustUnderstand="1"/>`, faults: 'a' },
  { entry: `<a xmlns="${E12}" mustUnderstand="true"/>`, faults: 'a' },
  { entry: `<a xmlns="${E11}" s:mustUnderstand="1"/>` },
  { entry: '<s:a mustUnderstand="1"/>' },
  { entry: `<a s:mustUnderstand="0" xmlns:t="${E12}" t:mustUnderstand="1"/>` },
  { entry: '<a s:mustUnderstand="TRUE"/>' },
  { entry: '<a s:mustUnderstand="yes"/>' },
  { entry: '<a s:mustUnderstand="false"/>' },
  { entry: '<a s:mustUnderstand=" 1 "/>' },
  { entry: '<a mustUnderstand="1"/>' },
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
const tooDeep = fault('1.1', 'Client', [
  UNABLE_TO_READ,
  invalidOperation('There is an error in XML document {place}.'),
  invalidOperation('The elements of a request may be nested 256 levels deep below Envelope.'),
]);
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
  ...[`<foo xmlns="${E11}"/>`, `<s:ENVELOPE xmlns:s="${E11}"><s:Body/></s:ENVELOPE>`].map((body) =>
    clause(`2.3 no Envelope: ${body.slice(0, 11)}`, post(body), missing('Envelope')),
  ),
  ...headers,
  ...limits,
  rootMismatch('<foo/>', ''),
  rootMismatch('<Envelope><Body/></Envelope>', ''),
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
