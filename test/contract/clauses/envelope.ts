/** Checks Envelope, Header and Body of SOAP 1.1, and how deep they may be (contract 2.3 to 2.5, 10.1). */
import {
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
  UNABLE_TO_READ,
  versionMismatch,
} from './clause';

const answered = result('1.1', 'SelectEvents', 'SelectEvents|1|2');
const defaults = result('1.1', 'SelectEvents', 'SelectEvents|0|0');
const CALL = envelope(E11, EVENTS);
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
  'a trailing NUL behind blanks': `${CALL}\n\0`,
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
  'an unknown entity': envelope(E11, '<SelectEvents xmlns="{ns}"><month>&nbsp;</month></SelectEvents>'),
  'an unknown entity in Body': envelope(E11, `&nbsp;${EVENTS}`),
  'an unknown entity beside a parameter': envelope(E11, EVENTS.replace('<year>', '&nbsp;<year>')),
  'an unknown entity in a header': envelope(E11, EVENTS, '<s:Header><a><b>&nbsp;</b></a></s:Header>'),
  'an unknown entity in an attribute of a header': envelope(
    E11,
    EVENTS,
    '<s:Header><a b="&nbsp;"/></s:Header>',
  ),
  'an unknown entity beside a header': envelope(E11, EVENTS, '<s:Header>&nbsp;</s:Header>'),
  'a naked ampersand': envelope(E11, '<SelectEvents xmlns="{ns}"><month>1 & 2</month></SelectEvents>'),
  'a control character': envelope(E11, '<SelectEvents xmlns="{ns}"><month>1\u0001</month></SelectEvents>'),
  'a reference to U+0001': envelope(E11, '<SelectEvents xmlns="{ns}"><month>&#1;</month></SelectEvents>'),
  'a reference to U+FFFE': envelope(E11, '<SelectEvents xmlns="{ns}"><month>&#xFFFE;</month></SelectEvents>'),
  'a reference to a surrogate': envelope(
    E11,
    '<SelectEvents xmlns="{ns}"><month>&#xD800;</month></SelectEvents>',
  ),
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
  'junk behind trailing blanks': `${CALL}\n junk`,
  'a second envelope': CALL + CALL,
  'an error in a header': envelope(E11, EVENTS, '<s:Header><a></s:Header>'),
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
].map(({ entry, faults }) => ({
  name: `2.5 ${entry}`,
  request: post(envelope(E11, EVENTS, `<s:Header>${entry}</s:Header>`)),
  answer:
    faults === undefined
      ? answered
      : fault(
          '1.1',
          'MustUnderstand',
          [
            [
              'System.Web.Services.Protocols.SoapHeaderException',
              `SOAP header ${faults} was not understood.`,
            ],
          ],
          { detail: false },
        ),
}));

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
  {
    name: '10.1 256 levels below Envelope',
    request: post(envelope(E11, levels(255) + EVENTS)),
    answer: answered,
  },
  {
    name: '10.1 257 levels below Envelope',
    request: post(envelope(E11, TOO_MANY_LEVELS + EVENTS)),
    answer: tooDeep,
  },
  {
    name: '10.1 257 levels in Header, no action',
    request: post(envelope(E11, EVENTS, `<s:Header>${TOO_MANY_LEVELS}</s:Header>`), {
      SOAPAction: undefined,
    }),
    answer: tooDeep,
  },
  { name: '10.1 256 attributes of an element', request: post(withAttributes(256)), answer: answered },
  {
    name: '10.1 257 attributes of an element',
    request: post(withAttributes(257)),
    answer: nothing('1.1', 400),
  },
];

const rootMismatch = (body: string, namespace: string): Clause => ({
  name: `2.4 ${body.slice(0, 50)}`,
  request: post(body),
  answer: versionMismatch(namespace),
});

export const envelopeClauses: readonly Clause[] = [
  ...Object.entries(accepted).map(([name, body]) => ({
    name: `2.3 accepted: ${name}`,
    request: post(body),
    answer: answered,
  })),
  ...['', ' \n ', '<!-- a -->', '<?a?>', 'hello', '<![CDATA[hello]]>', '<a><b/></a>'].map((body) => ({
    name: `2.3 Body holds ${JSON.stringify(body)}`,
    request: post(envelope(E11, body)),
    answer: defaults,
  })),
  ...Object.entries(malformed).map(([name, body]) => ({
    name: `2.3 malformed: ${name}`,
    request: post(body),
    answer: nothing('1.1', 400),
  })),
  ...Object.entries(withoutBody).map(([name, body]) => ({
    name: `2.3 no Body: ${name}`,
    request: post(body),
    answer: missing('Body'),
  })),
  ...[`<foo xmlns="${E11}"/>`, `<s:ENVELOPE xmlns:s="${E11}"><s:Body/></s:ENVELOPE>`].map((body) => ({
    name: `2.3 no Envelope: ${body.slice(0, 11)}`,
    request: post(body),
    answer: missing('Envelope'),
  })),
  ...headers,
  ...limits,
  rootMismatch('<foo/>', ''),
  rootMismatch('<Envelope><Body/></Envelope>', ''),
  rootMismatch('<foo xmlns="urn:x &amp; y"><', 'urn:x & y'),
  rootMismatch(
    '<e:Envelope xmlns:e="http://www.w3.org/2001/12/soap-envelope"/>',
    'http://www.w3.org/2001/12/soap-envelope',
  ),
  {
    name: '2.4 overrides what routing finds',
    request: post('<foo xmlns="urn:x"/>', { SOAPAction: undefined }),
    answer: versionMismatch('urn:x'),
  },
  {
    name: '2.1 an unknown action comes before a version mismatch',
    request: post('<foo/>', { SOAPAction: 'x' }),
    answer: fault('1.1', 'Client', [
      [
        'System.Web.Services.Protocols.SoapException',
        'Server did not recognize the value of HTTP Header SOAPAction: x.',
      ],
    ]),
  },
];
