/** Makes SOAP calls: envelopes with nodes and attributes that nobody expects, in any encoding. */
const fc = require('fast-check');
const { brotliCompressSync, deflateSync, gzipSync } = require('node:zlib');
const { ENDPOINT, NAMESPACE, SOAP_NAMESPACES } = require('../../test/support/calls');
const words = require('./dictionary.json');
const { damage, framed, mutate } = require('./message');
const { call, seldom, text } = require('./texts');

/** @param {number} count @param {(at: number) => string} unit */
const list = (count, unit) => Array.from({ length: count }, (_, at) => unit(at)).join('');

const BILLION_LAUGHS = `<!DOCTYPE a [<!ENTITY a0 "ha">${list(12, (at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`)}]>`;

const node = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words.nodes, BILLION_LAUGHS) },
  { weight: 2, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(2, 100, 255, 256, 257, 3_000), fc.boolean())
      .map(([depth, closes]) => '<a>'.repeat(depth) + (closes ? '</a>'.repeat(depth) : '')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(2, 255, 257, 2_000), fc.constantFrom('', 'xmlns:', 's:'))
      .map(([count, prefix]) => `<a${list(count, (at) => ` ${prefix}a${at}="u"`)}/>`),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(300, 20_000)
      .map((length) => `<${'n'.repeat(length)} ${'m'.repeat(length)}="${'v'.repeat(length)}"/>`),
  },
);

/** Says where a node or an attribute is inserted: at the tag with the number `at`. The number 0 is the prolog. */
const insertion = fc.record({
  at: fc.nat(10),
  node,
  attribute: seldom('', fc.constantFrom(...words.attributes)),
});

/** @typedef {typeof insertion extends fc.Arbitrary<infer One> ? One : never} Insertion */

/** @param {string} xml @param {readonly Insertion[]} insertions */
function insertInto(xml, insertions) {
  const tags = xml.split(/(?=<)/);
  for (const { at, node, attribute } of insertions) {
    const tag = tags[at % tags.length] ?? '';
    tags[at % tags.length] =
      attribute === '' ? node + tag : tag.replace(/^<[^/>\s]+/, (start) => start + attribute);
  }
  return tags.join('');
}

const escaped = (/** @type {string} */ raw) => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const latin1 = (/** @type {string} */ raw) => Buffer.from(raw, 'latin1');
const utf32 = (/** @type {string} */ raw) =>
  Buffer.concat(Array.from(raw, (one) => Buffer.from(Uint32Array.of(one.codePointAt(0) ?? 0).buffer)));
const COMPRESSION_BOMB = gzipSync(Buffer.alloc(2_000_000, ' '), { level: 1 });

/** @type {readonly ((raw: string) => Buffer)[]} */
const ENCODINGS = [
  (raw) => Buffer.from(`\ufeff${raw}`),
  (raw) => Buffer.from(raw, 'utf16le'),
  (raw) => Buffer.from(`\ufeff${raw}`, 'utf16le').swap16(),
  (raw) => utf32(raw),
  (raw) => utf32(`\ufeff${raw}`).swap32(),
  (raw) => latin1(raw.replaceAll('<', '+ADw-').replaceAll('>', '+AD4-')),
  latin1,
  // The bytes are overlong UTF-8, and a surrogate in UTF-8.
  (raw) => latin1(raw.replaceAll('<', '\xc0\xbc').replaceAll('m', '\xe0\x81\xad')),
  (raw) => latin1(raw.replaceAll('5', '\xed\xa0\x80')),
  (raw) => gzipSync(raw),
  (raw) => deflateSync(raw),
  (raw) => brotliCompressSync(raw),
  () => COMPRESSION_BOMB,
];

const document = fc
  .record({
    call,
    envelope: seldom(SOAP_NAMESPACES.soap11, text),
    isSoap12: fc.boolean(),
    namespace: seldom(NAMESPACE, text),
    areEscaped: fc.constantFrom(true, true, true, false),
    insertions: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: fc.array(insertion, { minLength: 1, maxLength: 3 }) },
    ),
  })
  .map(({ call: { operation, pairs }, envelope, isSoap12, namespace, areEscaped, insertions }) => {
    const parameters = pairs.map(
      ([name, value]) => `<${name}>${areEscaped ? escaped(value) : value}</${name}>`,
    );
    const wrapper = `<${operation} xmlns="${escaped(namespace)}">${parameters.join('')}</${operation}>`;
    const soap = escaped(isSoap12 ? SOAP_NAMESPACES.soap12 : envelope);
    const xml = `<s:Envelope xmlns:s="${soap}"><s:Body>${wrapper}</s:Body></s:Envelope>`;
    return { operation, xml: insertInto(xml, insertions) };
  });

const headers = fc.record({
  media: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('text/xml', 'text/xml', 'application/soap+xml') },
    { weight: 1, arbitrary: fc.constantFrom(...words.mediaTypes) },
  ),
  charset: seldom('utf-8', fc.constantFrom(...words.charsets)),
  namespace: seldom(NAMESPACE, text),
  action: seldom(undefined, text),
  quote: fc.constantFrom('"', '"', '"', '', "'"),
  place: fc.constantFrom('header', 'header', 'type', 'none'),
  encoding: seldom('', fc.constantFrom(...words.contentEncodings)),
});

/** @type {fc.Arbitrary<import('./message').Hostile>} */
const envelopes = fc
  .record({
    document,
    headers,
    encode: fc.oneof(
      { weight: 5, arbitrary: fc.constant(Buffer.from) },
      { weight: 2, arbitrary: fc.constantFrom(...ENCODINGS) },
    ),
    damage,
  })
  .map(({ document: { operation, xml }, headers, encode, damage }) => {
    const { media, charset, namespace, action = operation, quote, place, encoding } = headers;
    const soapAction = quote + namespace + action + quote;
    const parameter = place === 'type' ? `; action=${soapAction}` : '';
    return framed({
      kind: 'envelope',
      method: 'POST',
      target: ENDPOINT,
      headers: [
        ['Content-Type', `${media}; charset=${charset}${parameter}`],
        ...(place === 'header' ? [/** @type {const} */ (['SOAPAction', soapAction])] : []),
        ...(encoding === '' ? [] : [/** @type {const} */ (['Content-Encoding', encoding])]),
      ],
      body: mutate(encode(xml), damage),
    });
  });

module.exports = { envelopes };
