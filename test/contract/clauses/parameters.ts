/** Checks SOAP parameters: their elements, their values, and the place that an error names (contract 2.6, 2.7). */
import {
  type ChainedException,
  type Clause,
  E11,
  envelope,
  fault,
  formatException,
  invalidOperation,
  nothing,
  overflow,
  post,
  result,
  UNABLE_TO_READ,
} from './clause';

const inWrapper = (parameters: string) =>
  post(envelope(E11, `<SelectEvents xmlns="{ns}">${parameters}</SelectEvents>`));
const echoed = (month: number, year: number) =>
  result('1.1', 'SelectEvents', `SelectEvents|${month}|${year}`);
const wrong = (why: ChainedException) =>
  fault('1.1', 'Client', [
    UNABLE_TO_READ,
    invalidOperation('There is an error in XML document {place}.'),
    why,
  ]);
const XSI = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

const matching: readonly (readonly [parameters: string, month: number, year: number])[] = [
  ['<year>2</year><month>1</month>', 1, 2],
  ['<year>2</year>', 0, 2],
  ['', 0, 0],
  ['<month>1</month><month>3</month><year>2</year>', 1, 2],
  ['<month>1</month><year>2</year><month>zz</month>', 1, 2],
  ['<month>1</month><year>2</year><month><a/></month>', 1, 2],
  ['<x/><month>1</month><y><z>3</z></y><year>2</year><w>4</w>', 1, 2],
  ['a<month>1</month>b<![CDATA[c]]><year>2</year>d', 1, 2],
  ['<month>1</month><!-- a --><?b?><year>2</year>', 1, 2],
  ['<Month>1</Month><year>2</year>', 0, 2],
  ['<month xmlns="">1</month><year>2</year>', 0, 2],
  ['<month xmlns="urn:x">9</month><month>1</month><year>2</year>', 1, 2],
  ['<p:month xmlns:p="{ns}">1</p:month><year>2</year>', 1, 2],
  [`<month a="1" href="#x" ${XSI} i:type="urn:x">1</month><year>2</year>`, 1, 2],
  [`<month ${XSI} i:type="x:int">1</month><year>2</year>`, 1, 2],
  [`<month ${XSI} i:nil="true">1</month><year>2</year>`, 1, 2],
  ['<month><![CDATA[1]]></month><year>2</year>', 1, 2],
  ['<month>1<![CDATA[2]]>&#51;</month><year>2</year>', 123, 2],
  ['<month><![CDATA[]]>1</month><year>2</year>', 1, 2],
  ['<month>&#x31;</month><year>2</year>', 1, 2],
  ['<month>\r\n1\r\n</month><year>2</year>', 1, 2],
  ['<month>+7</month><year>-007</year>', 7, -7],
  ['<month>-0</month><year>2147483647</year>', 0, 2147483647],
  [`<month>${'0'.repeat(20)}7</month><year>2</year>`, 7, 2],
  ['<month>-2147483648</month><year>&#9;1&#10;</year>', -2147483648, 1],
];

const asMalformed = [
  '<month><!-- a -->1</month>',
  '<month>1<!-- a --></month>',
  '<month>1<!-- a -->2</month>',
  '<month>1<?a?></month>',
  '<month><?a?>1</month>',
  '<month>1<x/></month>',
  '<month>1<x>2</x></month>',
  '<month><x/></month>',
  '<month> <x>1</x></month>',
];

const NOT_NUMBERS = [
  '',
  ' ',
  'abc',
  '0x7',
  '7.0',
  '1e3',
  '1,000',
  '7-',
  '+',
  '-',
  '+ 7',
  '+-7',
  '--7',
  '1 2',
  '\u00a01',
  '\u0661',
  '1\u2003',
];
const NOT_BOOLEANS = ['True', 'TRUE', 'False', 'yes', '01', '', '2', '-1', 't rue', '+1', '\u00a0true'];

const BOOLEANS: Readonly<Record<string, 'True' | 'False'>> = {
  true: 'True',
  false: 'False',
  '1': 'True',
  '0': 'False',
  ' true ': 'True',
  '\n1\t': 'True',
  '&#13;false': 'False',
};

const values: readonly Clause[] = [
  ...NOT_NUMBERS.map((text) => ({
    name: `2.7 int ${JSON.stringify(text)}`,
    request: inWrapper(`<month>${text}</month><¦year>2</year>`),
    answer: wrong(formatException()),
  })),
  ...NOT_NUMBERS.map((text) => ({
    name: `2.7 long ${JSON.stringify(text)}`,
    request: post(
      envelope(E11, `<SelectEventsRanged xmlns="{ns}"><from>1</from><to>${text}</to></¦SelectEventsRanged>`),
      { SOAPAction: '"{A}SelectEventsRanged"' },
    ),
    answer: wrong(formatException()),
  })),
  ...['2147483648', '-2147483649', '+2147483648', ' 99999999999999999999 '].map((text) => ({
    name: `2.7 int ${text}`,
    request: inWrapper(`<month>${text}</month><¦year>2</year>`),
    answer: wrong(overflow('Int32')),
  })),
  ...['9223372036854775808', '-9223372036854775809', '9'.repeat(400)].map((text) => ({
    name: `2.7 long ${text.slice(0, 30)}`,
    request: post(
      envelope(E11, `<SelectEventsRanged xmlns="{ns}"><from>${text}</from></¦SelectEventsRanged>`),
      {
        SOAPAction: '"{A}SelectEventsRanged"',
      },
    ),
    answer: wrong(overflow('Int64')),
  })),
  {
    name: '2.6.3 the ends of long',
    request: post(
      envelope(
        E11,
        '<SelectEventsRanged xmlns="{ns}"><from>-9223372036854775808</from><to>9223372036854775807</to></SelectEventsRanged>',
      ),
      { SOAPAction: '"{A}SelectEventsRanged"' },
    ),
    answer: result(
      '1.1',
      'SelectEventsRanged',
      'SelectEventsRanged|-9223372036854775808|9223372036854775807',
    ),
  },
  ...NOT_BOOLEANS.map((text) => ({
    name: `2.7 boolean ${JSON.stringify(text)}`,
    request: post(
      envelope(E11, `<SelectEvent xmlns="{ns}"><bolAsJSON> ${text}\t</bolAsJSON></¦SelectEvent>`),
      { SOAPAction: '"{A}SelectEvent"' },
    ),
    answer: wrong(formatException(`The string '${text}' is not a valid Boolean value.`)),
  })),
  ...Object.entries(BOOLEANS).map(([text, printed]) => ({
    name: `2.6.3 boolean ${JSON.stringify(text)}`,
    request: post(envelope(E11, `<SelectEvent xmlns="{ns}"><bolAsJSON>${text}</bolAsJSON></SelectEvent>`), {
      SOAPAction: '"{A}SelectEvent"',
    }),
    answer: result('1.1', 'SelectEvent', `SelectEvent|0|${printed}`),
  })),
];

const places: Readonly<Record<string, string>> = {
  'an end tag behind the offender': '<month>x</month></¦SelectEvents>',
  'text behind the offender': '<month>x</month>¦ a<year>2</year></SelectEvents>',
  'blanks behind the offender': '<month>x</month>¦\n  <year>2</year></SelectEvents>',
  'a reference behind the offender': '<month>x</month>¦&#65;<year>2</year></SelectEvents>',
  'a comment behind the offender': '<month>x</month><!--¦ a --><year>2</year></SelectEvents>',
  'an instruction behind the offender': '<month>x</month><?¦a b?><year>2</year></SelectEvents>',
  'CDATA behind the offender': '<month>x</month><![CDATA[¦a]]><year>2</year></SelectEvents>',
  'an empty CDATA behind the offender': '<month>x</month><![CDATA[¦]]><year>2</year></SelectEvents>',
  'the offender is empty': '<month/><¦year>2</year></SelectEvents>',
  'the offender is empty and last': '<year>2</year><month /></¦SelectEvents>',
  'the second is wrong': '<month>1</month><year>x</year></¦SelectEvents>',
  'both are wrong': '<year>x</year><¦month>x</month></SelectEvents>',
  'a prefixed element behind the offender':
    '<month>x</month><¦p:year xmlns:p="{ns}">2</p:year></SelectEvents>',
  'lines end in CRLF': '\r\n\r\n<month>x</month>\r\n<year>x</year></SelectEvents>'.replace(
    '\r\n<year',
    '¦\r\n<year',
  ),
  'lines end in CR': '\r\r<month>x</month><¦year>2</year></SelectEvents>',
  'lines end in LF CR': '\n\r<month>x</month><¦year>2</year></SelectEvents>',
  'characters of two code units': '<a>😀</a><month>😀</month><¦year>2</year></SelectEvents>',
  'a line end in an attribute': '<a b="\n"/><month>x</month><¦year>2</year></SelectEvents>',
  'a line end in the tag': '<month\n>x</month\n><¦year>2</year></SelectEvents>',
  'tabs count one': '\t\t<month>x</month><¦year>2</year></SelectEvents>',
};

export const parameterClauses: readonly Clause[] = [
  ...matching.map(([parameters, month, year]) => ({
    name: `2.6 ${JSON.stringify(parameters)}`,
    request: inWrapper(parameters),
    answer: echoed(month, year),
  })),
  {
    name: '2.6 a value longer than what the reader takes at a time',
    request: inWrapper(`<month>${' '.repeat(16_380)}1${' '.repeat(40_000)}</month><year>2</year>`),
    answer: echoed(1, 2),
  },
  ...asMalformed.map((parameters) => ({
    name: `2.6.2 ${parameters}`,
    request: inWrapper(`${parameters}<year>2</year>`),
    answer: nothing('1.1', 400),
  })),
  {
    name: '2.6.2 the quirk of a first child with text, which is malformed here',
    request: inWrapper('<month><x>1</x></month><year>2</year>'),
    answer: nothing('1.1', 400),
  },
  ...[
    [
      'two wrappers',
      '<SelectEvents xmlns="{ns}"><month>1</month><year>2</year></SelectEvents><SelectEvents xmlns="{ns}"><month>5</month></SelectEvents>',
      5,
      2,
    ],
    [
      'a wrapper, then an empty one',
      '<SelectEvents xmlns="{ns}"><month>1</month><year>2</year></SelectEvents><SelectEvents xmlns="{ns}"/>',
      1,
      2,
    ],
    [
      'a wrapper in another element',
      '<a><SelectEvents xmlns="{ns}"><month>1</month></SelectEvents></a>',
      0,
      0,
    ],
    ['a wrapper that is nil', `<SelectEvents xmlns="{ns}" ${XSI} i:nil="true"/>`, 0, 0],
    [
      'unqualified children',
      '<m:SelectEvents xmlns:m="{ns}"><month>1</month><year>2</year></m:SelectEvents>',
      0,
      0,
    ],
    ['another namespace on the wrapper', '<SelectEvents xmlns="{ns}#"><month>1</month></SelectEvents>', 0, 0],
  ].map(([name, body, month, year]) => ({
    name: `2.6.1 ${name}`,
    request: post(envelope(E11, String(body))),
    answer: echoed(Number(month), Number(year)),
  })),
  ...['', ' i:nil="true"', ' i:nil="1"'].map((nil) => ({
    name: `2.6.1 empty${nil}`,
    request: inWrapper(`<month ${XSI}${nil}></month><¦year>2</year>`),
    answer: wrong(formatException()),
  })),
  ...values,
  ...Object.entries(places).map(([name, parameters]) => ({
    name: `2.7.1 ${name}`,
    request: post(envelope(E11, `<SelectEvents xmlns="{ns}">${parameters}`)),
    answer: wrong(formatException()),
  })),
  {
    name: '2.7.1 a declaration and a byte order mark before all',
    request: post(
      `\ufeff<?xml version="1.0"?>${envelope(E11, '<SelectEvents xmlns="{ns}"><month>x</month></¦SelectEvents>')}`,
    ),
    answer: wrong(formatException()),
  },
  {
    name: '2.3 an error behind a wrong value is not reached',
    request: post(
      `<s:Envelope xmlns:s="${E11}"><s:Body><SelectEvents xmlns="{ns}"><month>x</month><¦year>2<`,
    ),
    answer: wrong(formatException()),
  },
  {
    name: '2.5 a wrong value comes before mustUnderstand',
    request: post(
      envelope(
        E11,
        '<SelectEvents xmlns="{ns}"><month>x</month></¦SelectEvents>',
        '<s:Header><a s:mustUnderstand="1"/></s:Header>',
      ),
    ),
    answer: wrong(formatException()),
  },
];
