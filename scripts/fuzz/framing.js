/** Where a request begins and ends, and bytes that are none. */
const fc = require('fast-check');
const { forms, recorded } = require('./calls');
const { envelopes } = require('./envelopes');
const { changed, changes, ENDPOINT } = require('./message');

/** @typedef {import('./message').Hostile} Hostile */

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

module.exports = { framing, raw };
