/** Headers before what is good otherwise. */
const fc = require('fast-check');
const { ENDPOINT, framed } = require('./message');
const { text } = require('./texts');

/** @typedef {import('./message').Hostile} Hostile */

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

module.exports = { headers };
