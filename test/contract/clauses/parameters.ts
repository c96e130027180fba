/** Checks SOAP parameters: their elements, their values, and the place that an error names (contract 2.6, 2.7). */
import {
  type Clause,
  clause,
  E11,
  EVENTS,
  envelope,
  formatException,
  nothing,
  overflow,
  post,
  readError,
  result,
} from './clause';

const inWrapper = (parameters: string) =>
  post(envelope(E11, `<SelectEvents xmlns="{ns}">${parameters}</SelectEvents>`));
const echoed = (month: number, year: number) =>
  result('1.1', 'SelectEvents', `SelectEvents|${month}|${year}`);
const XSI = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

const matching: readonly (readonly [parameters: string, month: number, year: number])[] = [
  ['<year>2</year><month>1</month>', 1, 2],
  ['<month>1</month><year>2</year><month>zz</month>', 1, 2],
  ['<month>1</month><year>2</year><month><a/></month>', 1, 2],
  ['<x/><month>1</month><y><z>3</z></y><year>2</year><w>4</w>', 1, 2],
  ['a<month>1</month>b<![CDATA[c]]><year>2</year>d', 1, 2],
  ['<month>1</month><!-- a --><?b?><year>2</year>', 1, 2],
  ['<month xmlns="">1</month><year>2</year>', 0, 2],
  ['<month xmlns="urn:x">9</month><month>1</month><year>2</year>', 1, 2],
  [`<month a="1" href="#x" ${XSI} i:type="urn:x">1</month><year>2</year>`, 1, 2],
  [`<month ${XSI} i:nil="true">1</month><year>2</year>`, 1, 2],
  ['<month>1<![CDATA[2]]>&#51;</month><year>2</year>', 123, 2],
  ['<month><![CDATA[]]>1</month><year>2</year>', 1, 2],
  ['<month>&#x31;</month><year>2</year>', 1, 2],
  ['<month>+7</month><year>-007</year>', 7, -7],
  ['<month>-0</month><year>2147483647</year>', 0, 2147483647],
  [`<month>${'0'.repeat(20)}7</month><year>2</year>`, 7, 2],
  ['<month>-2147483648</month><year>&#9;1&#10;</year>', -2147483648, 1],
];

const wrappers: readonly (readonly [name: string, body: string, month: number, year: number])[] = [
  ['two wrappers', `${EVENTS}<SelectEvents xmlns="{ns}"><month>5</month></SelectEvents>`, 5, 2],
  ['a wrapper, then an empty one', `${EVENTS}<SelectEvents xmlns="{ns}"/>`, 1, 2],
  ['a wrapper in another element', `<a>${EVENTS}</a>`, 0, 0],
  ['another namespace on the wrapper', EVENTS.replace('{ns}', '{ns}#'), 0, 0],
];

const asMalformed = [
  '<month><!-- a -->1</month>',
  '<month>1<!-- a -->2</month>',
  '<month>1<?a?></month>',
  '<month><?a?>1</month>',
  '<month>1<x/></month>',
  '<month>1<x>2</x></month>',
  '<month><x/></month>',
];

const NOT_NUMBERS = [
  ...'abc 0x7 7.0 1e3 1,000 7- + - +-7 --7 \u00a01 \u0661 1\u2003'.split(' '),
  ...['', ' ', '+ 7', '1 2'],
];
const NOT_BOOLEANS = ['True', 'TRUE', 'False', 'yes', '01', '', '2', '-1', 't rue', '+1', '\u00a0true'];

const BOOLEANS: Readonly<Record<string, 'True' | 'False'>> = {
  '\n1\t': 'True',
  '&#13;false': 'False',
};

/** With `mark` an error's place is the end tag of the operation. */
const called = (operation: string, parameters: string, mark: '¦' | '' = '') =>
  post(envelope(E11, `<${operation} xmlns="{ns}">${parameters}</${mark}${operation}>`), {
    SOAPAction: `"{A}${operation}"`,
  });
const int = (text: string) => inWrapper(`<month>${text}</month><¦year>2</year>`);
const long = (text: string) => called('SelectEventsRanged', `<from>1</from><to>${text}</to>`, '¦');
/** The smallest and the largest long begin with these digits. They differ in the sign and in the last digit. */
const END = '922337203685477580';

const values: readonly Clause[] = [
  ...NOT_NUMBERS.flatMap((text) => [
    clause(`2.7 int ${JSON.stringify(text)}`, int(text), readError(formatException())),
    clause(`2.7 long ${JSON.stringify(text)}`, long(text), readError(formatException())),
  ]),
  ...['2147483648', '-2147483649', '+2147483648', ' 99999999999999999999 '].map((text) =>
    clause(`2.7 int ${text}`, int(text), readError(overflow('Int32'))),
  ),
  ...['9223372036854775808', '-9223372036854775809', '9'.repeat(400)].map((text) =>
    clause(`2.7 long ${text.slice(0, 30)}`, long(text), readError(overflow('Int64'))),
  ),
  ...['', '0'.repeat(20)].map((zeros) =>
    clause(
      `2.6.3 the ends of long ${zeros}`,
      called('SelectEventsRanged', `<from>-${zeros}${END}8</from><to>${zeros}${END}7</to>`),
      result('1.1', 'SelectEventsRanged', `SelectEventsRanged|-${END}8|${END}7`),
    ),
  ),
  ...NOT_BOOLEANS.map((text) =>
    clause(
      `2.7 boolean ${JSON.stringify(text)}`,
      called('SelectEvent', `<bolAsJSON> ${text}\t</bolAsJSON>`, '¦'),
      readError(formatException(`The string '${text}' is not a valid Boolean value.`)),
    ),
  ),
  ...Object.entries(BOOLEANS).map(([text, printed]) =>
    clause(
      `2.6.3 boolean ${JSON.stringify(text)}`,
      called('SelectEvent', `<bolAsJSON>${text}</bolAsJSON>`),
      result('1.1', 'SelectEvent', `SelectEvent|0|${printed}`),
    ),
  ),
];

const places: Readonly<Record<string, string>> = {
  'an end tag behind the offender': '<month>x</month></¦SelectEvents>',
  'text behind the offender': '<month>x</month>¦ a<year>2</year></SelectEvents>',
  'blanks behind the offender': '<month>x</month>¦\n  <year>2</year></SelectEvents>',
  'a reference behind the offender': '<month>x</month>¦&#65;<year>2</year></SelectEvents>',
  'an empty CDATA behind the offender': '<month>x</month><![CDATA[¦]]><year>2</year></SelectEvents>',
  'the offender is empty and last': '<year>2</year><month /></¦SelectEvents>',
  'the second is wrong': '<month>1</month><year>x</year></¦SelectEvents>',
  'both are wrong': '<year>x</year><¦month>x</month></SelectEvents>',
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
  ...matching.map(([parameters, month, year]) =>
    clause(`2.6 ${JSON.stringify(parameters)}`, inWrapper(parameters), echoed(month, year)),
  ),
  clause(
    '2.6 a value longer than what the reader takes at a time',
    inWrapper(`<month>${' '.repeat(16_380)}1${' '.repeat(40_000)}</month><year>2</year>`),
    echoed(1, 2),
  ),
  ...asMalformed.map((parameters) =>
    clause(`2.6.2 ${parameters}`, inWrapper(`${parameters}<year>2</year>`), nothing('1.1', 400)),
  ),
  ...wrappers.map(([name, body, month, year]) =>
    clause(`2.6.1 ${name}`, post(envelope(E11, body)), echoed(month, year)),
  ),
  ...['', ' i:nil="true"', ' i:nil="1"'].map((nil) =>
    clause(
      `2.6.1 empty${nil}`,
      inWrapper(`<month ${XSI}${nil}></month><¦year>2</year>`),
      readError(formatException()),
    ),
  ),
  ...values,
  ...Object.entries(places).map(([name, parameters]) =>
    clause(
      `2.7.1 ${name}`,
      post(envelope(E11, `<SelectEvents xmlns="{ns}">${parameters}`)),
      readError(formatException()),
    ),
  ),
  clause(
    '2.7.1 a declaration and a byte order mark before all',
    post(
      `\ufeff<?xml version="1.0"?>${envelope(E11, '<SelectEvents xmlns="{ns}"><month>x</month></¦SelectEvents>')}`,
    ),
    readError(formatException()),
  ),
  clause(
    '2.3 an error behind a wrong value is not reached',
    post(`<s:Envelope xmlns:s="${E11}"><s:Body><SelectEvents xmlns="{ns}"><month>x</month><¦year>2<`),
    readError(formatException()),
  ),
];
