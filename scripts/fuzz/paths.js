/** Paths: of pages, of the files beside them, and of nobody. */
const fc = require('fast-check');
const { written } = require('./calls');
const { ENDPOINT, framed } = require('./message');
const { text } = require('./texts');

/** @typedef {import('./message').Hostile} Hostile */

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

module.exports = { paths };
