/** Makes HTTP requests as bytes, and mutates bytes. */
const fc = require('fast-check');
const { fragment } = require('./texts');

/**
 * These bytes are sent over one connection.
 * @typedef {object} Hostile
 * @property {string} kind name of this kind of request in counts and reports
 * @property {Buffer} bytes
 * @property {string} method
 * @property {boolean} isFramed whether it is one whole HTTP request, so that another may follow
 */

/** Removes the bytes that end a header's line. A header can contain any other byte. */
const inHeader = (/** @type {string} */ text) => text.replace(/[\r\n\0]/g, '');
const inTarget = (/** @type {string} */ text) =>
  text.replace(/[\0-\x20\x7f]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`) || '/';

/**
 * Writes a request that is framed correctly (RFC 9112), whatever its content.
 * @param {object} request
 * @param {string} request.kind
 * @param {string} request.method
 * @param {string} request.target
 * @param {readonly (readonly [string, string])[]} [request.headers]
 * @param {string | Buffer} [request.body]
 * @returns {Hostile}
 */
function framed({ kind, method, target, headers = [], body = '' }) {
  const bytes = Buffer.from(body);
  const lines = [
    `${method} ${inTarget(target)} HTTP/1.1`,
    ...(headers.some(([name]) => /^host$/i.test(name)) ? [] : ['Host: localhost']),
    ...headers.map(([name, value]) => `${name}: ${inHeader(value)}`),
    ...(method === 'GET' && bytes.length === 0 ? [] : [`Content-Length: ${bytes.length}`]),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  return { kind, method, isFramed: true, bytes: Buffer.concat([head, bytes]) };
}

/** @param {string} kind @param {Buffer} bytes @returns {Hostile} a request whose end servers may see elsewhere */
const unframed = (kind, bytes) => ({ kind, method: '', isFramed: false, bytes });

/**
 * A mutation removes `dropped` bytes and inserts others. `at` is a fraction of the length. It may also remove the rest.
 */
const mutations = fc.array(
  fc.record({
    // Without this fast-check would prefer 0, and so change the first byte most of the time.
    at: fc.noBias(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
    dropped: fc.oneof(fc.constantFrom(0, 0, 1), fc.nat(60), fc.constant(Number.POSITIVE_INFINITY)),
    inserted: fc.oneof(
      fragment,
      fc.constant(''),
      fc.integer({ min: 0, max: 255 }).map((byte) => Buffer.from([byte])),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);
/** @typedef {typeof mutations extends fc.Arbitrary<infer All> ? All : never} Mutations */

/** Most requests are not mutated, because a mutated request is rejected before its other parts are read. */
const damage = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: mutations });

/** @param {Buffer} bytes @param {Readonly<Mutations>} all @returns {Buffer} */
const mutate = (bytes, all) =>
  all.reduce((now, { at, dropped, inserted }) => {
    const start = Math.floor(at * now.length);
    const rest = now.subarray(Math.min(start + dropped, now.length));
    return Buffer.concat([now.subarray(0, start), Buffer.from(inserted), rest]);
  }, bytes);

module.exports = { damage, framed, mutate, mutations, unframed };
