/** Checks HTTP GET and HTTP POST (contract 1.7, 1.8, 5.1 to 5.4, 5.6, 10.1). */
import {
  type ChainedException,
  type Clause,
  type ClauseRequest,
  clause,
  form,
  formatException,
  get,
  invalidOperation,
  overflow,
  plain,
  string,
} from './clause';

const GET = '/SelectEvents?';
const answered = (text: string) => string(`<string xmlns="{ns}">${text}</string>`);
const events = (month: number, year: number) => answered(`SelectEvents|${month}|${year}`);
const missing = (name: string) => plain(invalidOperation(`Missing parameter: ${name}.`));
const wrong = (shown: string, type: string, why: ChainedException) =>
  plain(
    ['System.ArgumentException', `Cannot convert ${shown} to System.${type}.\r\nParameter name: type`],
    why,
  );
const notANumber = (shown: string) => wrong(shown, 'Int32', formatException());
const notABoolean = (shown: string) =>
  wrong(shown, 'Boolean', formatException('String was not recognized as a valid Boolean.'));
const dangerous = (source: string, shown: string) =>
  plain([
    'System.Web.HttpRequestValidationException',
    `A potentially dangerous Request.${source} value was detected from the client (${shown}).`,
  ]);

const pairs: readonly (readonly [pairs: string, answer: Clause['answer']])[] = [
  ['MONTH=1&Year=2', events(1, 2)],
  ['year=2&x=y&month=1', events(1, 2)],
  ['month=%31&year=%u0032', events(1, 2)],
  ['m%6fnth=1&year=2', events(1, 2)],
  ['month=+1+&year=%092%0d%0a', events(1, 2)],
  ['month=%0b%0c1%0b%0c&year=2', events(1, 2)],
  ['month=%2B7&year=-0', events(7, 0)],
  ['month=1%00%00&year=2', events(1, 2)],
  ['&&month=1&&year=2&', events(1, 2)],
  ['month=1&year=2&=3&wsdl', events(1, 2)],
  ['month=007&year=-2147483648', events(7, -2147483648)],
  ['year=2', missing('month')],
  ['month&year=2', missing('month')],
  ['month=1;year=2', notANumber('1;year=2')],
  ['x=1&month=abc', notANumber('abc')],
  ['month=&year=2', notANumber('')],
  ['month=1&month=3&year=2', notANumber('1,3')],
  ['month=1&MONTH=3&year=2', notANumber('1,3')],
  ['month=1=2&year=2', notANumber('1=2')],
  ['month=1;year=2&year=2', notANumber('1;year=2')],
  ['month=%zz&year=2', notANumber('%zz')],
  ['month=%&year=2', notANumber('%')],
  ['month=%u12&year=2', notANumber('%u12')],
  ['month=%U0031&year=2', notANumber('%U0031')],
  ['month=1,000&year=2', notANumber('1,000')],
  ['month=0x1&year=2', notANumber('0x1')],
  ['month=1e1&year=2', notANumber('1e1')],
  ['month=%A01&year=2', notANumber('\ufffd1')],
  ['month=%C2%A01&year=2', notANumber('&#160;1')],
  ['month=%C3%A9&year=2', notANumber('&#233;')],
  ['month=%C2%9F%C3%BF%C4%80&year=2', notANumber('\u009f&#255;\u0100')],
  ['month=%D9%A1&year=2', notANumber('\u0661')],
  ['month=%F0%9F%98%80&year=2', notANumber('&#128512;')],
  ['month=%22a%27%26%3E&year=2', notANumber('&quot;a&#39;&amp;&gt;')],
  ['month=%u00e9%E9%u00e9&year=2', notANumber('&#233;\ufffd&#233;')],
  ['month=%u00e9%C3%A9&year=2', notANumber('&#233;&#233;')],
  ['month=1%u0000&year=2', events(1, 2)],
  ['month=%E2%88%927&year=2', notANumber('\u22127')],
  ['month=7%00+&year=2', notANumber('7\u0000 ')],
  ['month=1%002&year=2', notANumber('1\u00002')],
  ['month=%001&year=2', notANumber('\u00001')],
  ['month=2147483648&year=2', wrong('2147483648', 'Int32', overflow('Int32'))],
  ['month=-2147483649&year=2', wrong('-2147483649', 'Int32', overflow('Int32'))],
  [`month=${'9'.repeat(100)}&year=2`, wrong('9'.repeat(100), 'Int32', overflow('Int32'))],
  ['month=1+2&year=2', notANumber('1 2')],
];

const longs: readonly (readonly [pairs: string, answer: Clause['answer']])[] = [
  [
    'from=-9223372036854775808&to=9223372036854775807',
    answered('SelectEventsRanged|-9223372036854775808|9223372036854775807'),
  ],
  ['from=9223372036854775808&to=1', wrong('9223372036854775808', 'Int64', overflow('Int64'))],
  ['from=1&to=x', wrong('x', 'Int64', formatException())],
  ['to=1', missing('from')],
];

const booleans: readonly (readonly [value: string, answer: Clause['answer']])[] = [
  ...['true', 'TRUE', 'tRuE', '+true+', '%00true%00', '%C2%A0true', '%E2%80%83True'].map(
    (value) => [value, answered('SelectEvent|1|True')] as const,
  ),
  ...['false', 'False', '%09false%0A', '%C2%85False%E3%80%80%00'].map(
    (value) => [value, answered('SelectEvent|1|False')] as const,
  ),
  ...['1', '0', 'yes', ''].map((value) => [value, notABoolean(value)] as const),
  ['true&bolAsJSON=true', notABoolean('true,true')],
  ['t+rue', notABoolean('t rue')],
  ['%EF%BB%BFtrue', notABoolean('\ufefftrue')],
];

const dangers: readonly (readonly [value: string, shown: string])[] = [
  ['<b>', 'month=&quot;&lt;b&gt;&quot;'],
  ['<!', 'month=&quot;&lt;!&quot;'],
  ['</', 'month=&quot;&lt;/&quot;'],
  ['<?', 'month=&quot;&lt;?&quot;'],
  ['%00<%00b', 'month=&quot;&lt;b&quot;'],
  ['1%26%2333;', 'month=&quot;1&amp;#33;&quot;'],
  ['12<b45678901234', 'month=&quot;12&lt;b45678901234&quot;'],
  [`${'1'.repeat(12)}<b${'2'.repeat(30)}`, `month=&quot;...${'1'.repeat(10)}&lt;b${'2'.repeat(18)}...&quot;`],
];

const both = (name: string, operation: string, content: string, answer: Clause['answer']): Clause[] => [
  clause(`${name} GET ${content.slice(0, 60)}`, get(`/${operation}?${content}`), answer),
  clause(`${name} POST ${content.slice(0, 60)}`, form(`/${operation}`, content), answer),
];

const names: readonly (readonly [name: string, answer: Clause['answer']])[] = [
  ['Nope', plain(invalidOperation('Nope Web Service method name is not valid.'))],
  ['SelectEvents/', plain(invalidOperation('SelectEvents/ Web Service method name is not valid.'))],
  ['SelectEvents/x', plain(invalidOperation('SelectEvents/x Web Service method name is not valid.'))],
  [
    'SelectEvents%EF%BB%BF',
    plain(invalidOperation('SelectEvents\ufeff Web Service method name is not valid.')),
  ],
  ['%22Nope%27', plain(invalidOperation('&quot;Nope&#39; Web Service method name is not valid.'))],
  ['N%C3%B6pe', plain(invalidOperation('N&#246;pe Web Service method name is not valid.'))],
  ['%20SelectEvents', plain(invalidOperation(' SelectEvents Web Service method name is not valid.'))],
  ['Select+Events', plain(invalidOperation('Select+Events Web Service method name is not valid.'))],
  ...['selectevents', 'SELECTEVENTS'].map(
    (name) =>
      [
        name,
        plain([
          'System.ArgumentException',
          `Invalid method name &#39;${name}&#39;,  method names are case sensitive.   The method name &#39;SelectEvents&#39; with the same name but different casing was found.\r\nParameter name: methodName`,
        ]),
      ] as const,
  ),
];

const types: readonly (readonly [contentType: string | undefined, shown: string])[] = [
  [undefined, ''],
  ['text/xml; charset=utf-8', 'text/xml; charset=utf-8'],
  ['multipart/form-data; boundary="x"', 'multipart/form-data; boundary=&quot;x&quot;'],
  ['application/x-www-form-urlencoded ; charset=utf-8', 'application/x-www-form-urlencoded ; charset=utf-8'],
];

const withoutType: ClauseRequest = {
  method: 'POST',
  target: '/SelectEvents',
  headers: {},
  body: 'month=1&year=2',
};

const inCharset = (charset: string, body: string) =>
  form('/SelectEvents', body, `application/x-www-form-urlencoded; charset=${charset}`);

const namesUpTo = (count: number) =>
  `month=1&year=2${Array.from({ length: count - 2 }, (_, at) => `&n${at}=`).join('')}`;

export const httpClauses: readonly Clause[] = [
  ...pairs.flatMap(([content, answer]) => both('5.3', 'SelectEvents', content, answer)),
  ...longs.flatMap(([content, answer]) => both('5.4', 'SelectEventsRanged', content, answer)),
  ...booleans.flatMap(([value, answer]) =>
    both('5.4', 'SelectEvent', `intEventID=1&bolAsJSON=${value}`, answer),
  ),
  ...dangers.flatMap(([value, shown]): Clause[] => [
    clause(`5.8 GET ${value}`, get(`${GET}month=${value}&year=2`), dangerous('QueryString', shown)),
    clause(`5.8 POST ${value}`, form('/SelectEvents', `month=${value}&year=2`), dangerous('Form', shown)),
  ]),
  clause(
    '5.8 the values of one name together',
    get(`${GET}month=1&month=<b>&year=2`),
    dangerous('QueryString', 'month=&quot;1,&lt;b&gt;&quot;'),
  ),
  clause('5.8 a value without a name', get(`${GET}<!x`), dangerous('QueryString', '=&quot;&lt;!x&quot;')),
  ...['<', '<1', '<+b', '%26', '&#x=', '&<b>=1', '&__x=<b>'].map((value) =>
    clause(`5.8 ${value} is no markup`, get(`${GET}month=1&year=2&x=${value}`), events(1, 2)),
  ),
  ...names.flatMap(([name, answer]): Clause[] => [
    clause(`1.7 GET ${name}`, get(`/${name}?month=1&year=2`), answer),
    clause(`1.7 POST ${name}, whatever the type`, form(`/${name}`, '<a/>', 'text/xml'), answer),
  ]),
  ...types.map(([contentType, shown]) =>
    clause(
      `1.8 ${contentType}`,
      contentType === undefined ? withoutType : form('/SelectEvents', 'month=1&year=2', contentType),
      plain(invalidOperation(`Request format is invalid: ${shown}.`)),
    ),
  ),
  clause(
    '1.8 in capitals, with a charset',
    form('/SelectEvents', 'month=1&year=2', 'Application/X-WWW-Form-URLEncoded; charset=utf-8'),
    events(1, 2),
  ),
  clause('5.3 a form ignores the query', form('/SelectEvents?month=1&year=2', 'month=5'), missing('year')),
  clause('5.3 a form with the query only', form('/SelectEvents?month=1&year=2', ''), missing('month')),
  clause('5.3 GET ignores a body', { ...get(`${GET}month=1`), body: 'year=2' }, missing('year')),
  ...['UTF-16', 'utf-16le', 'unicode', 'ucs-2', 'iso-10646-ucs-2'].flatMap((charset): Clause[] => [
    clause(
      `5.3 a form in ${charset}`,
      { ...inCharset(charset, 'month=1&year=2'), encode: (text) => Buffer.from(text, 'utf16le') },
      missing('month'),
    ),
    clause(
      `5.3 a query is never in ${charset}`,
      get(`${GET}month=%C3%A9&year=2`, { 'Content-Type': `text/plain; charset=${charset}` }),
      notANumber('&#233;'),
    ),
  ]),
  ...['utf-32', 'utf-32be'].map((charset) =>
    clause(`5.3 a form in ${charset}`, inCharset(charset, 'month=1&year=2'), missing('month')),
  ),
  clause('5.3 a form in unicode-1-1-utf-8', inCharset('unicode-1-1-utf-8', 'month=1&year=2'), events(1, 2)),
  clause('5.3 a form in windows-1252', inCharset('windows-1252', 'month=%80&year=2'), notANumber('\u20ac')),
  clause(
    '5.3 a form in UTF-7 is read as UTF-8',
    inCharset('utf-7', 'month=%2BAOk-&year=2'),
    notANumber('+AOk-'),
  ),
  ...['', '&'].map((end) =>
    clause(`10.1 1,000 names${end}`, form('/SelectEvents', namesUpTo(1000) + end), events(1, 2)),
  ),
  ...['&', 'x', '&month=1'].map((end) =>
    clause(
      `10.1 1,000 names and &${end}`,
      form('/SelectEvents', `${namesUpTo(1000)}&${end}`),
      plain(
        ['System.Web.HttpException', 'The URL-encoded form data is not valid.'],
        invalidOperation('Operation is not valid due to the current state of the object.'),
      ),
    ),
  ),
  clause(
    '5.3 a query in ISO 8859-1, by Content-Type',
    get(`${GET}month=%e9&year=2`, { 'Content-Type': 'text/plain; charset=iso-8859-1' }),
    notANumber('&#233;'),
  ),
  clause('5.3 a form as raw UTF-8', form('/SelectEvents', 'month=é&year=2'), notANumber('&#233;')),
];
