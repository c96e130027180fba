/** Every kind of request that the fuzzer sends, as one arbitrary. */
const fc = require('fast-check');
const { vectors } = require('../../conformance/vectors.json');
const { envelopes } = require('./envelopes');
const { changed, changes, ENDPOINT, framed } = require('./message');
const { call, text } = require('./texts');

/** @typedef {import('./message').Hostile} Hostile */

/** Recorded requests with their body, a header or their URL changed. @type {fc.Arbitrary<Hostile>} */
const recorded = fc
  .record({
    vector: fc.constantFrom(...vectors),
    body: fc.option(changes, { freq: 3 }),
    url: fc.option(changes, { freq: 3, nil: undefined }),
    header: fc.option(fc.tuple(fc.nat(9), changes), { freq: 3, nil: undefined }),
  })
  .map(({ vector: { request }, body, url, header }) => {
    const bytes =
      'bodyBase64' in request ? Buffer.from(request.bodyBase64, 'base64') : Buffer.from(request.body ?? '');
    const headers = /** @type {[string, string][]} */ (
      Object.entries(request.headers).filter(
        ([name]) => !/^(content-length|transfer-encoding|connection|expect)$/i.test(name),
      )
    );
    const one = header === undefined ? undefined : headers[header[0] % headers.length];
    if (header !== undefined && one !== undefined)
      one[1] = changed(Buffer.from(one[1]), header[1]).toString('latin1');
    return framed({
      kind: 'recorded',
      method: request.method,
      target: url === undefined ? request.url : changed(Buffer.from(request.url), url).toString(),
      headers,
      body: body === null ? bytes : changed(bytes, body),
    });
  });

/** @type {Readonly<Record<string, (raw: string) => string>>} */
const ESCAPINGS = {
  none: (raw) => raw,
  percent: (raw) => encodeURIComponent(raw.toWellFormed()),
  units: (raw) =>
    Array.from(
      { length: raw.length },
      (_, at) => `%u${raw.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  bytes: (raw) => Array.from(Buffer.from(raw), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  blanks: (raw) => raw.replaceAll(' ', '+'),
};
const escaping = fc.constantFrom(...Object.keys(ESCAPINGS));

/** A call as a form or a query writes it: `path` is the operation's. */
const written = fc
  .record({
    call,
    escapings: fc.array(escaping, { minLength: 2, maxLength: 2 }),
    sign: fc.constantFrom('=', '=', '=', '=', '=', '=', '', '=='),
    more: fc.oneof(
      { weight: 30, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(999, 1_001, 5_000) },
    ),
  })
  .map(({ call: { operation, pairs }, escapings, sign, more }) => ({
    operation,
    pairs: [
      ...pairs.map(
        ([name, value], at) => name + sign + (ESCAPINGS[escapings[at] ?? 'none'] ?? String)(value),
      ),
      ...Array.from({ length: more }, (_, at) => `a${at}=`),
    ].join('&'),
  }));

/** @type {fc.Arbitrary<Hostile>} */
const forms = fc
  .record({
    written,
    type: fc.constantFrom(
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=utf-8',
      'application/x-www-form-urlencoded; charset=utf-7',
      'application/x-www-form-urlencoded; charset="gb18030',
      'multipart/form-data; boundary=a',
      'text/plain',
      '',
    ),
    damage: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: changes }),
  })
  .map(({ written: { operation, pairs }, type, damage }) =>
    framed({
      kind: 'form',
      method: 'POST',
      target: `${ENDPOINT}/${operation}`,
      headers: [['Content-Type', type]],
      body: damage === undefined ? pairs : changed(Buffer.from(pairs), damage),
    }),
  );

/** @type {fc.Arbitrary<Hostile>} */
const queries = fc
  .record({
    written,
    method: fc.constantFrom(...Array(9).fill('GET'), 'HEAD', 'PUT', 'OPTIONS', 'PROPFIND'),
  })
  .map(({ written: { operation, pairs }, method }) =>
    framed({ kind: 'query', method, target: `${ENDPOINT}/${operation}?${pairs}` }),
  );

const BASES = [
  '/',
  ENDPOINT,
  ENDPOINT.toLowerCase(),
  '/assets',
  '/assets/site.css',
  '/calendar',
  '/calendar/events',
  '/calendar/bootstrap',
  '/calendar/nearest',
  '/WebServices',
  '/metrics',
  '/ready',
  '/.env',
  '*',
  'http://attacker.example',
];
const SEGMENTS = [
  '..',
  '%2e%2e',
  '..%2f..%2fpackage.json',
  '..\\..',
  '%5c..',
  '%00',
  '.git/config',
  'WEB-INF',
  'js',
  'jsdebug',
  '%',
  '%zz',
  ';a=b',
  '//',
  '.',
  ':',
  '~',
  '"',
  '<a>',
  'a'.repeat(250),
  '*',
];

/** The pages, the files beside them and what is nobody's. @type {fc.Arbitrary<Hostile>} */
const paths = fc
  .record({
    base: fc.constantFrom(...BASES),
    segments: fc.array(fc.oneof(fc.constantFrom(...SEGMENTS), text), { maxLength: 3 }),
    query: fc.oneof(
      fc.constantFrom(
        '',
        '?WSDL',
        '?wsdl=1',
        '?disco',
        '?schema=a',
        '?op=SelectEvents',
        '?op=',
        '?start=2031-05-01&end=2031-06-01',
        '?from=0&to=9',
      ),
      written.map(({ pairs }) => `?${pairs}`),
    ),
    method: fc.constantFrom(...Array(9).fill('GET'), 'HEAD', 'POST', 'DELETE'),
  })
  .map(({ base, segments, query, method }) =>
    framed({ kind: 'path', method, target: [base, ...segments].join('/') + query }),
  );

const NAMES = [
  'Host',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'Forwarded',
  'X-Original-URL',
  'X-HTTP-Method-Override',
  'X-Request-Id',
  'traceparent',
  'tracestate',
  'Origin',
  'Referer',
  'Cookie',
  'Authorization',
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Content-Encoding',
  'Content-Type',
  'SOAPAction',
  'Range',
  'If-None-Match',
  'If-Modified-Since',
  'Access-Control-Request-Method',
  'User-Agent',
  '__proto__',
  'constructor',
  'X-Any',
];
const VALUES = [
  'a:99999',
  'a:0',
  '[::1]:80',
  '[',
  'a/b',
  'a@b',
  'a b',
  'xn--a',
  'http://a',
  'https',
  'https,http',
  'for=1.2.3.4;host="a;b";proto=https',
  'for="[::1',
  '1.2.3.4, ::1, x',
  '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'gzip, br;q=0',
  '*;q=1.0000',
  'text/html',
  'bytes=0-5,9-',
  'W/"a"',
  'null',
  '()',
  ','.repeat(2_000),
  'a, '.repeat(1_000),
  'a'.repeat(9_000),
];

/** Whatever a request's headers may say, before a good call or a page. @type {fc.Arbitrary<Hostile>} */
const headers = fc
  .record({
    target: fc.constantFrom(
      `${ENDPOINT}?WSDL`,
      ENDPOINT,
      `${ENDPOINT}/SelectEvents?month=5&year=2031`,
      '/',
      '/calendar/events',
      '/assets/site.css',
      '/nowhere',
    ),
    headers: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.oneof(fc.constantFrom(...VALUES), text)), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .map(({ target, headers }) => framed({ kind: 'headers', method: 'GET', target, headers }));

const CALL = `month=5&year=2031`;
const LENGTHS = [
  `Content-Length: ${CALL.length}`,
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: 99',
  'Content-Length: +5',
  'Content-Length: 0x5',
  'Content-Length: -1',
  'Content-Length: 5, 5',
  'Content-Length: 999999999999999999999',
  'Content-Length:',
  'Content-Length : 5',
  'Content-length: 5',
  ' Content-Length: 5',
];
const CODINGS = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: Chunked',
  'Transfer-Encoding: chunked, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding : chunked',
  'X: a\r\n Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
];
const OTHERS = [
  'Expect: 100-continue',
  'Expect: miracles',
  'Connection: close',
  'Connection: Host',
  'Connection: upgrade\r\nUpgrade: h2c',
  'Upgrade: websocket',
  'TE: trailers',
  'Trailer: Host',
  'X: a\rb',
  'X: a\0b',
  'X\u00e9: a',
  ': a',
  'X',
  'Host: b',
  `X: ${'a'.repeat(17_000)}`,
  'Keep-Alive: 1',
  'Proxy-Connection: close',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
];
const BODIES = [
  CALL,
  `${CALL.length.toString(16)}\r\n${CALL}\r\n0\r\n\r\n`,
  '5;a=b\r\nmonth\r\n0\r\nX: y\r\n\r\n',
  '5\nmonth\n0\n\n',
  'ffffffffffffffff\r\nmonth',
  '-5\r\nmonth\r\n0\r\n\r\n',
  '5\r\nmonthXX0\r\n\r\n',
  '',
  '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n',
  `5;${'a'.repeat(20_000)}\r\nmonth\r\n0\r\n\r\n`,
];

/** Requests whose end the two sides could see in different places (RFC 9112 6). @type {fc.Arbitrary<Hostile>} */
const framing = fc
  .record({
    line: fc.constantFrom(
      `POST ${ENDPOINT}/SelectEvents HTTP/1.1`,
      `POST ${ENDPOINT}/SelectEvents HTTP/1.1`,
      `GET ${ENDPOINT}/SelectEvents?${CALL} HTTP/1.1`,
      `POST ${ENDPOINT} HTTP/1.0`,
      `POST  ${ENDPOINT} HTTP/1.1`,
      `POST ${ENDPOINT} HTTP/2.0`,
      `POST ${ENDPOINT}`,
      `CONNECT ${ENDPOINT} HTTP/1.1`,
      'PRI * HTTP/2.0',
      `\r\n\r\nGET ${ENDPOINT} HTTP/1.1`,
    ),
    lines: fc.array(fc.constantFrom(...LENGTHS, ...CODINGS, ...CODINGS, ...OTHERS), { maxLength: 4 }),
    end: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r'),
    body: fc.constantFrom(...BODIES),
    times: fc.constantFrom(1, 1, 2),
  })
  .map(({ line, lines, end, body, times }) => {
    const head = [
      line,
      'Host: localhost',
      'Content-Type: application/x-www-form-urlencoded',
      ...lines,
      '',
      '',
    ].join(end);
    return {
      kind: 'framing',
      method: '',
      isFramed: false,
      bytes: Buffer.from((head + body).repeat(times), 'latin1'),
    };
  });

const PREFACES = [
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1'),
  Buffer.from('16030100a5010000a10303', 'hex'),
  Buffer.from('PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n'),
  Buffer.from('SSH-2.0-OpenSSH_9.0\r\n'),
  Buffer.from('{"jsonrpc":"2.0"}\r\n\r\n'),
];

/** Bytes that need not be a request at all. @type {fc.Arbitrary<Hostile>} */
const raw = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.oneof(recorded, envelopes, forms), changes)
        .map(([{ bytes }, all]) => changed(bytes, all)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...PREFACES), fc.uint8Array({ maxLength: 60 }))
        .map((parts) => Buffer.concat(parts)),
    },
  )
  .map((bytes) => ({ kind: 'raw', method: '', isFramed: false, bytes }));

/** @type {fc.Arbitrary<Hostile>} */
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

module.exports = { requests };
