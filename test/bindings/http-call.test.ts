import { readHttpCall } from '../../src/bindings/http/binding';
import { RequestRejected } from '../../src/contract/fault';

const FORM = 'application/x-www-form-urlencoded';

/** Returns the arguments that a query string or form makes, or the short text of the error. */
function read(
  operation: string,
  raw: string | Buffer,
  {
    source = 'QueryString' as 'QueryString' | 'Form',
    contentType = undefined as string | undefined,
    strict = false,
  } = {},
): unknown {
  try {
    const sent = { name: operation, contentType };
    const request =
      source === 'Form'
        ? { ...sent, binding: 'httppost' as const, body: Buffer.from(raw), contentType: contentType ?? FORM }
        : { ...sent, binding: 'httpget' as const, query: String(raw) };
    return readHttpCall(request, strict).args;
  } catch (error) {
    if (!(error instanceof RequestRejected)) throw error;
    return error.message;
  }
}

const notANumber = (value: string, type = 'Int32') =>
  `Cannot convert ${value} to System.${type}.\r\nParameter name: type ---> Input string was not in a correct format.`;

describe('pairs, as HttpValueCollection reads them', () => {
  test.each<[query: string, expected: unknown]>([
    ['MONTH=1&Year=2', { month: 1, year: 2 }],
    ['x=<&year=2&month=1&=&y', { month: 1, year: 2 }],
    ['month=1&year=2&', { month: 1, year: 2 }],
    ['month=%31&year=+%u0032%0D%0A', { month: 1, year: 2 }],
    ['month=1&Month=3&year=2', notANumber('1,3')],
    ['month&year=2', 'Missing parameter: month.'],
    ['month=&year=2', notANumber('')],
    ['month=1=2&year=2', notANumber('1=2')],
    ['month=1;year=2&year=2', notANumber('1;year=2')],
    ['month=%zz&year=2', notANumber('%zz')],
    ['month=%u00e9%C3%A9é&year=2', notANumber('éé\ufffd')],
    ['month=%u00e9%E9%u00e9&year=2', notANumber('é\ufffdé')],
    ['month=1%u0000&year=2', { month: 1, year: 2 }],
    ['year=x', 'Missing parameter: month.'],
    ['', 'Missing parameter: month.'],
  ])('%s', (query, expected) => {
    expect(read('SelectEvents', query)).toEqual(expected);
  });

  test('the charset of Content-Type decodes them, of a GET too', () => {
    const latin = { contentType: 'x/y; charset=iso-8859-1' };
    expect(read('SelectEvents', 'month=%E9&year=2', latin)).toBe(notANumber('é'));
    const form = {
      source: 'Form' as const,
      contentType: 'application/x-www-form-urlencoded; charset=windows-1252',
    };
    expect(read('SelectEvents', Buffer.from('month=%80&year=2'), form)).toBe(notANumber('€'));
  });

  test('a form in UTF-16 has no names; a query is read as UTF-8 all the same', () => {
    const contentType = 'application/x-www-form-urlencoded; charset=utf-16';
    const form = Buffer.from('month=1&year=2', 'utf16le');
    expect(read('SelectEvents', form, { source: 'Form', contentType })).toBe('Missing parameter: month.');
    expect(read('SelectEvents', 'month=%C3%A9&year=2', { contentType })).toBe(notANumber('é'));
  });
});

describe('a form made to fill the memory', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}=`).join('&');

  test('1,000 names pass, one more does not', () => {
    const form = { source: 'Form' as const };
    expect(read('SelectEvents', `month=1&year=2&${names(998)}`, form)).toEqual({ month: 1, year: 2 });
    expect(read('SelectEvents', `month=1&year=2&${names(999)}`, form)).toBe(
      'The URL-encoded form data is not valid. ---> Operation is not valid due to the current state of the object.',
    );
  });

  test('a million blanks in one value are decoded', () => {
    const value = `${'+'.repeat(1_000_000)}7`;
    expect(read('SelectEvents', `month=${value}&year=2`, { source: 'Form' })).toEqual({ month: 7, year: 2 });
  });
});

describe('values, as Convert reads them', () => {
  test.each<[value: string, expected: unknown]>([
    ['%09%0A%0B%0C%0D+%2B007%0B+', 7],
    ['7%00%00', 7],
    ['-0', -0 + 0],
    ['-2147483648', -2147483648],
    [
      '2147483648',
      'Cannot convert 2147483648 to System.Int32.\r\nParameter name: type ---> Value was either too large or too small for an Int32.',
    ],
    ['%C2%A07', notANumber('\u00a07')],
    ['0x7', notANumber('0x7')],
    ['7.0', notANumber('7.0')],
    ['%E2%88%927', notANumber('\u22127')],
    ['7%00+', notANumber('7\0 ')],
  ])('%s as an int', (value, expected) => {
    const answer = read('SelectEvents', `month=${value}&year=1`);
    expect(answer).toEqual(typeof expected === 'number' ? { month: expected, year: 1 } : expected);
  });

  test.each<[value: string, expected: unknown]>([
    ['TRUE', true],
    ['%C2%85False%E3%80%80%00', false],
    [
      '1',
      'Cannot convert 1 to System.Boolean.\r\nParameter name: type ---> String was not recognized as a valid Boolean.',
    ],
    ['yes', expect.stringContaining('not recognized as a valid Boolean')],
    ['%EF%BB%BFtrue', expect.stringContaining('not recognized as a valid Boolean')],
  ])('%s as a boolean', (value, expected) => {
    const answer = read('SelectEvent', `intEventID=1&bolAsJSON=${value}`);
    expect(answer).toEqual(typeof expected === 'boolean' ? { intEventID: 1, bolAsJSON: expected } : expected);
  });
});

describe('request validation', () => {
  test.each([
    ['month=<b>', 'QueryString', '(month="<b>").'],
    ['x=a%26%23b', 'QueryString', '(x="a&#b").'],
    ['x=1&x=<b>', 'QueryString', '(x="1,<b>").'],
    [
      `x=${'a'.repeat(30)}</p>${'b'.repeat(30)}`,
      'Form',
      `(x="...${'a'.repeat(10)}</p>${'b'.repeat(16)}...").`,
    ],
    ['<!x', 'QueryString', '(="<!x").'],
  ] as const)('%s is refused before anything is converted', (raw, source, shown) => {
    expect(read('SelectEvents', raw, { source })).toBe(
      `A potentially dangerous Request.${source} value was detected from the client ${shown}`,
    );
  });

  test.each(['month=1&year=2&x=<', 'month=1&year=2&x=< a', 'month=1&year=2&x=&', 'month=1&year=2&<b>=1'])(
    '%s passes',
    (raw) => {
      expect(read('SelectEvents', raw)).toEqual({ month: 1, year: 2 });
    },
  );
});

test('STRICT refuses a pair that is no parameter, and names it', () => {
  expect(read('SelectEvents', 'month=1&year=2&x=3', { strict: true })).toBe(
    "'SelectEvents' takes the parameters 'month' and 'year', not 'x'.",
  );
  expect(read('SelectEvents', 'MONTH=1&year=2', { strict: true })).toEqual({ month: 1, year: 2 });
});
