/**
 * Contains every kind of request that the fuzzer sends. fast-check draws requests by a seed, and shrinks those that
 * fail.
 */
const fc = require('fast-check');
const { vectors } = require('../../conformance/vectors.json');
const { ENDPOINT } = require('../../test/support/calls');
const words = require('./dictionary.json');
const { envelopes } = require('./envelopes');
const { damage, framed, mutate, mutations, unframed } = require('./message');
const { call, seldom, text } = require('./texts');

/** @typedef {fc.Arbitrary<import('./message').Hostile>} Requests */

/** Draws recorded requests, and mutates the body, the URL or one header. @type {Requests} */
const recorded = fc
  .record({ vector: fc.constantFrom(...vectors), body: damage, url: damage, at: fc.nat(9), header: damage })
  .map(({ vector: { request }, body, url, at, header }) => {
    const bytes =
      'bodyBase64' in request ? Buffer.from(request.bodyBase64, 'base64') : Buffer.from(request.body ?? '');
    const kept = Object.entries(request.headers).filter(
      ([name]) => !/^(content-length|transfer-encoding|connection|expect)$/i.test(name),
    );
    return framed({
      kind: 'recorded',
      method: request.method,
      target: mutate(Buffer.from(request.url), url).toString(),
      headers: kept.map(([name, value], index) => [
        name,
        index === at % kept.length ? mutate(Buffer.from(value), header).toString('latin1') : value,
      ]),
      body: mutate(bytes, body),
    });
  });

/** @type {readonly ((raw: string) => string)[]} */
const ESCAPES = [
  (raw) => raw,
  (raw) => encodeURIComponent(raw.toWellFormed()),
  (raw) => raw.replace(/[\s\S]/g, (unit) => `%u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (raw) => Array.from(Buffer.from(raw), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (raw) => raw.replaceAll(' ', '+'),
];

/** Draws a call encoded as a form or a query. */
const encodedCall = fc
  .record({
    call,
    escapeValue: fc.constantFrom(...ESCAPES),
    sign: seldom('=', fc.constantFrom('', '==')),
    more: seldom(0, fc.constantFrom(0, 999, 1_001, 5_000)),
  })
  .map(({ call: { operation, pairs }, escapeValue, sign, more }) => ({
    path: `${ENDPOINT}/${operation}`,
    pairs: [
      ...pairs.map(([name, value]) => name + sign + escapeValue(value)),
      ...Array.from({ length: more }, (_, at) => `a${at}=`),
    ].join('&'),
  }));

const FORM = 'application/x-www-form-urlencoded';

/** @type {Requests} */
const forms = fc
  .record({ encodedCall, type: fc.constantFrom(FORM, FORM, FORM, ...words.formTypes), damage })
  .map(({ encodedCall: { path, pairs }, type, damage }) =>
    framed({
      kind: 'form',
      method: 'POST',
      target: path,
      headers: [['Content-Type', type]],
      body: mutate(Buffer.from(pairs), damage),
    }),
  );

/** @type {Requests} */
const queries = fc
  .record({
    encodedCall,
    method: fc.constantFrom(...Array(9).fill('GET'), 'HEAD', 'PUT', 'OPTIONS', 'PROPFIND'),
  })
  .map(({ encodedCall: { path, pairs }, method }) =>
    framed({ kind: 'query', method, target: `${path}?${pairs}` }),
  );

/** @type {Requests} */
const paths = fc
  .record({
    base: fc.constantFrom(...words.paths),
    segments: fc.array(fc.oneof(fc.constantFrom(...words.segments), text), { maxLength: 3 }),
    query: fc.oneof(
      fc.constantFrom(...words.queries),
      encodedCall.map(({ pairs }) => `?${pairs}`),
    ),
    method: fc.constantFrom(...Array(9).fill('GET'), 'HEAD', 'POST', 'DELETE'),
  })
  .map(({ base, segments, query, method }) =>
    framed({ kind: 'path', method, target: [base, ...segments].join('/') + query }),
  );

const LONG_VALUES = [','.repeat(2_000), 'a, '.repeat(1_000), 'a'.repeat(9_000)];

/** Draws hostile headers for an otherwise correct request. @type {Requests} */
const headers = fc
  .record({
    target: fc.constantFrom(
      ...[ENDPOINT, `${ENDPOINT}?WSDL`, `${ENDPOINT}/SelectEvents?month=5&year=2031`],
      ...['/', '/calendar/events', '/assets/site.css', '/nowhere'],
    ),
    headers: fc.array(
      fc.tuple(
        fc.constantFrom(...words.headerNames),
        fc.oneof(fc.constantFrom(...words.headerValues, ...LONG_VALUES), text),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ target, headers }) => framed({ kind: 'headers', method: 'GET', target, headers }));

const LONG_HEADER = `X: ${'a'.repeat(17_000)}`;
const LONG_CHUNK_EXTENSION = `5;${'a'.repeat(20_000)}\r\nmonth\r\n0\r\n\r\n`;

/** Draws requests whose end two servers could see at different places (RFC 9112 6). @type {Requests} */
const framing = fc
  .record({
    line: fc.constantFrom(...words.requestLines),
    lines: fc.array(fc.constantFrom(...words.framing, LONG_HEADER), { maxLength: 4 }),
    end: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
    body: fc.constantFrom(...words.bodies, LONG_CHUNK_EXTENSION),
    times: fc.constantFrom(1, 1, 2),
  })
  .map(({ line, lines, end, body, times }) => {
    const head = [line, 'Host: localhost', `Content-Type: ${FORM}`, ...lines, '', ''].join(end);
    return unframed('framing', Buffer.from((head + body).repeat(times), 'latin1'));
  });

const bytes = fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all));

/** Draws bytes that are usually not an HTTP request. @type {Requests} */
const raw = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.oneof(recorded, envelopes, forms), mutations)
        .map(([{ bytes }, all]) => mutate(bytes, all)),
    },
    { weight: 1, arbitrary: bytes },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...words.otherProtocols), bytes)
        .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest])),
    },
  )
  .map((bytes) => unframed('raw', bytes));

/** @type {Requests} */
const requests = fc.oneof(
  { weight: 4, arbitrary: recorded },
  { weight: 5, arbitrary: envelopes },
  { weight: 3, arbitrary: forms },
  { weight: 3, arbitrary: queries },
  { weight: 2, arbitrary: paths },
  { weight: 2, arbitrary: headers },
  { weight: 2, arbitrary: framing },
  { weight: 2, arbitrary: raw },
);

module.exports = { forms, queries, recorded, requests };
