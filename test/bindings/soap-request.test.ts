import { type SoapRequest, SoapRequestReader } from '../../src/bindings/soap/request';
import { RequestRejected } from '../../src/contract/fault';
import { envelope, NAMESPACE, wrapper } from '../support/requests';

const RULES = { namespace: NAMESPACE, actionBase: NAMESPACE, strict: false };

function request(body: string | Buffer, more: Partial<SoapRequest> = {}): SoapRequest {
  return {
    contentType: 'text/xml; charset=utf-8',
    soapAction: `"${NAMESPACE}SelectEvents"`,
    body: Buffer.from(body),
    ...more,
  };
}

/**
 * Returns the answer to a request: the arguments of the call, a status without a body, or the short text of the fault.
 */
function outcome(soap: SoapRequest, rules = RULES): unknown {
  try {
    return new SoapRequestReader(soap, rules).read().call.args;
  } catch (error) {
    if (!(error instanceof RequestRejected)) throw error;
    return error.status === 500 ? error.message : error.status;
  }
}

const month = (value: string) =>
  envelope('1.1', wrapper('SelectEvents', `<month>${value}</month><year>2</year>`));

describe('depth and attributes', () => {
  const nested = (levels: number) =>
    envelope(
      '1.1',
      `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}${wrapper('SelectEvents', '<month>1</month>')}`,
    );
  const attributes = (count: number) => {
    const list = Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ');
    return envelope('1.1', `<a ${list}/>${wrapper('SelectEvents', '<month>1</month>')}`);
  };

  const refused = (line: number, column: number, why: string) =>
    `Server was unable to read request. ---> There is an error in XML document (${line}, ${column}). ---> ${why}`;
  const tooDeep = 'The elements of a request may be nested 256 levels deep below Envelope.';

  test('256 levels below Envelope pass, 257 are a fault that says so', () => {
    expect(outcome(request(nested(255)))).toEqual({ month: 1, year: 0 });
    expect(outcome(request(nested(256)))).toBe(refused(1, nested(256).lastIndexOf('<a>') + 2, tooDeep));
  });

  test('beyond them, where routing reads ahead, it is the same fault', () => {
    const ahead = { soapAction: undefined };
    const header = `<s:Header>${'<a>'.repeat(256)}${'</a>'.repeat(256)}</s:Header>`;
    const body = envelope('1.1', wrapper('SelectEvents', '<month>1</month>'), header);
    expect(outcome(request(body, ahead))).toBe(refused(1, body.lastIndexOf('<a>') + 2, tooDeep));
  });

  test('256 attributes of an element pass, 257 are malformed', () => {
    expect(outcome(request(attributes(256)))).toEqual({ month: 1, year: 0 });
    expect(outcome(request(attributes(257)))).toBe(400);
  });

  test('four megabytes of open tags are refused without being read through', () => {
    const body = envelope('1.1', '<a>'.repeat(1_300_000));
    expect(outcome(request(body))).toContain(tooDeep);
  });
});

describe('what is hostile to node-soap never gets to it', () => {
  test.each([
    [
      'an element with id="__proto__"',
      month('1').replace('<month>', '<month id="__proto__">'),
      { month: 1, year: 2 },
    ],
    ['href references', month('1').replace('<year>', '<year href="#x">'), { month: 1, year: 2 }],
    ['a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${month('1')}`, 400],
    ['an entity of its own', month('&b;'), 400],
    ['an empty body', '', 400],
    [
      'a wrapper named __proto__',
      envelope('1.1', '<__proto__ xmlns="http://tempuri.org/"/>'),
      { month: 0, year: 0 },
    ],
  ])('%s', (_name, body, expected) => {
    expect(outcome(request(body))).toEqual(expected);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe('laziness, as XmlTextReader has it', () => {
  test.each([
    ['junk after a comment behind the envelope', `${month('1')}<!-- c -->junk`, { month: 1, year: 2 }],
    ['a second root after blanks', `${month('1')}\n<a/>`, { month: 1, year: 2 }],
    ['junk behind the envelope', `${month('1')}junk`, 400],
    ['junk after blanks', `${month('1')} junk`, 400],
    ['a second root', `${month('1')}<a/>`, 400],
    ['NUL characters at the end', `${month('1')}\0`, { month: 1, year: 2 }],
    [
      'a bad value before malformed XML',
      month('x').replace('</year>', '</yeah>'),
      expect.stringContaining('(1, 1'),
    ],
    ['a bad value right before malformed XML', month('x').replace('<year>', '<year <'), 400],
  ])('%s', (_name, body, expected) => {
    expect(outcome(request(body))).toEqual(expected);
  });

  test('a value that is cut by the reader, in slices, stays whole', () => {
    const padded = `${' '.repeat(16_380)}1${' '.repeat(40_000)}`;
    expect(outcome(request(month(padded)))).toEqual({ month: 1, year: 2 });
  });

  test('no character of a multi-byte text is torn by the slices', () => {
    for (const shift of [0, 1, 2, 3]) {
      const filler = `<!--${' '.repeat(shift)}${'😀'.repeat(20_000)}-->`;
      expect(outcome(request(month('1').replace('<month>', `${filler}<month>`)))).toEqual({
        month: 1,
        year: 2,
      });
    }
  });
});

describe('encodings', () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;
  const utf16le = Buffer.from(month('1'), 'utf16le');
  const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
  const call = { month: 1, year: 2 };
  const soap12 = envelope('1.2', wrapper('SelectEvents', '<month>1</month><year>2</year><!-- é -->'));
  const as12 = { contentType: 'application/soap+xml', soapAction: undefined };

  test.each<[string, Buffer, Partial<SoapRequest>, unknown]>([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${month('1')}`), { contentType: 'text/xml' }, call],
    ['UTF-16LE with a mark, against the charset', Buffer.from(`\ufeff${month('1')}`, 'utf16le'), {}, call],
    ['UTF-16BE with a mark', utf16be(`\ufeff${month('1')}`), {}, call],
    ['UTF-16LE by charset, no mark', utf16le, { contentType: 'text/xml;charset=UTF-16' }, call],
    [
      'no charset: bytes above 0x7F are question marks',
      Buffer.from(month('é')),
      { contentType: 'text/xml' },
      expect.stringContaining('correct format'),
    ],
    [
      'a charset: the declared name does not count, be it none',
      Buffer.from(declared('-8 ?') + month('1')),
      {},
      call,
    ],
    ['SOAP 1.2: the declaration counts', Buffer.from(declared('iso-8859-1') + soap12, 'latin1'), as12, call],
    ['SOAP 1.2: UTF-16 without a mark', Buffer.from(`<?xml version="1.0"?>${soap12}`, 'utf16le'), as12, call],
    ['SOAP 1.2: bytes that are no UTF-8', Buffer.from(soap12, 'latin1'), as12, 400],
    [
      'SOAP 1.2: an unknown encoding',
      Buffer.from(declared('bogus').replace(' encoding', '\r\nencoding') + soap12),
      as12,
      "Server was unable to process request. ---> System does not support 'bogus' encoding. Line 2, position 11. ---> " +
        "'bogus' is not a supported encoding name. For information on defining a custom encoding, see the " +
        'documentation for the Encoding.RegisterProvider method.\r\nParameter name: name',
    ],
    [
      'a charset with bytes that make no XML',
      Buffer.from(month('1')),
      { contentType: 'text/xml; charset=utf-16' },
      400,
    ],
  ])('%s', (_name, body, more, expected) => {
    expect(outcome(request(body, more))).toEqual(expected);
  });

  test.each<[string, Buffer]>([
    ...['utf-16le', 'ucs-2', 'ISO-10646-UCS-2', 'unicode'].map((name): [string, Buffer] => [name, utf16le]),
    ['utf-16BE', utf16be(month('1'))],
    ['unicodeFFFE', utf16be(month('1'))],
    // .NET knows neither, so the bytes are ASCII.
    ['utf8', Buffer.from(month('1'))],
    ['utf-16 le', Buffer.from(month('1'))],
  ])('charset=%s', (charset, body) => {
    expect(outcome(request(body, { contentType: `text/xml; charset=${charset}` }))).toEqual(call);
  });
});

describe('STRICT', () => {
  const strict = (body: string) => outcome(request(envelope('1.1', body)), { ...RULES, strict: true });

  test('takes what the WSDL allows', () => {
    expect(strict(wrapper('SelectEvents', ' <year>2</year>\n<!-- c --><month>1</month>'))).toEqual({
      month: 1,
      year: 2,
    });
  });

  test.each([
    [
      'a parameter that is missing',
      wrapper('SelectEvents', '<month>1</month>'),
      "The element 'year' is missing.",
    ],
    [
      'a parameter that is doubled',
      wrapper('SelectEvents', '<month>1</month><month>1</month>'),
      "The element 'month' occurs more than once.",
    ],
    ['an unknown parameter', wrapper('SelectEvents', '<Month>1</Month>'), "not 'Month' of the namespace"],
    [
      'another namespace',
      wrapper('SelectEvents', '<month xmlns="urn:x">1</month>'),
      "not 'month' of the namespace 'urn:x'.",
    ],
    ['text', wrapper('SelectEvents', 'x<month>1</month>'), 'not text.'],
    ['another operation', wrapper('SelectEvent', ''), "The body must hold the element 'SelectEvents'"],
    [
      'an element beside the wrapper',
      `${wrapper('SelectEvents', '<month>1</month><year>2</year>')}<x/>`,
      "not 'x' of the namespace",
    ],
    ['an empty body', '', "The body must hold the element 'SelectEvents'"],
    [
      'a second wrapper',
      wrapper('SelectEvents', '<month>1</month><year>2</year>').repeat(2),
      "The body holds the element 'SelectEvents' more than once.",
    ],
  ])('refuses %s with a sentence that names the element', (_name, body, sentence) => {
    const text = strict(body);
    expect(text).toMatch(/^Server was unable to read request\. ---> /);
    expect(text).toContain(sentence);
  });
});
