/** HTTP requests as bytes, right or broken. */
const fc = require('fast-check');
const { FRAGMENTS } = require('./texts');

const ENDPOINT = '/WebServices/Events.asmx';

/**
 * What is sent over one connection.
 * @typedef {object} Hostile
 * @property {string} kind what counts and reports call it
 * @property {Buffer} bytes
 * @property {string} method
 * @property {boolean} isFramed one whole request, whatever it means: it has one answer, and another request may follow
 */

/** A header's name or value as it can travel: a byte a character, none of which ends the line. */
const inHeader = (/** @type {string} */ text) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\r\n\0]/g, '');
/** The same for a request target, which no blank may be in. */
const inTarget = (/** @type {string} */ text) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\0-\x20\x7f]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`) || '/';

/**
 * A request that is framed as RFC 9112 wants it.
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
  return {
    kind,
    method,
    isFramed: true,
    bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]),
  };
}

/**
 * One change of some bytes; `at` and `length` are shares of what there is.
 * @typedef {{ what: 'cut' | 'flip' | 'insert' | 'drop' | 'repeat', at: number, length: number, byte: number, piece: string }} Change
 */

/** @type {fc.Arbitrary<Change[]>} */
const changes = fc.array(
  fc.record({
    what: fc.constantFrom('flip', 'insert', 'drop', 'repeat', 'insert', 'cut'),
    // Without what fast-check prefers, which is the very beginning.
    at: fc.noBias(fc.double({ min: 0, max: 1, noNaN: true })),
    length: fc.integer({ min: 0, max: 60 }),
    byte: fc.integer({ min: 0, max: 255 }),
    piece: fc.constantFrom(...FRAGMENTS),
  }),
  { minLength: 1, maxLength: 4 },
);

/**
 * @param {Buffer} bytes
 * @param {readonly Change[]} all
 * @returns {Buffer}
 */
function changed(bytes, all) {
  let now = bytes;
  for (const change of all) now = Buffer.concat(changedOnce(now, change));
  return now;
}

/**
 * @param {Buffer} bytes
 * @param {Change} change
 * @returns {Buffer[]}
 */
function changedOnce(bytes, { what, at, length, byte, piece }) {
  const from = Math.floor(at * bytes.length);
  const [before, behind] = [bytes.subarray(0, from), bytes.subarray(from)];
  switch (what) {
    case 'cut':
      return [before];
    case 'flip':
      return [before, Buffer.from([byte]), behind.subarray(1)];
    case 'insert':
      return [before, Buffer.from(piece), behind];
    case 'drop':
      return [before, behind.subarray(length)];
    case 'repeat':
      return [before, behind.subarray(0, length), behind];
  }
}

module.exports = { ENDPOINT, framed, changes, changed };
