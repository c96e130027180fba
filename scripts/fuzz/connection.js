/**
 * One connection: bytes out, an end, bytes back; and HTTP answers read as strictly as the service should write them.
 */
const { connect } = require('node:net');
const { brotliDecompressSync, gunzipSync, inflateSync } = require('node:zlib');

/** Far more than any answer takes, on a busy machine too. */
const HANG_MS = 30_000;
/** Longer than an answer takes to begin; sooner than anything that waits for the rest of a request gives up. */
const SILENCE_MS = 200;

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {ReadonlyMap<string, string>} headers by lower-case name
 * @property {Buffer} body as it was before any encoding
 * @property {string} exact all of it but its date, a byte a character
 */

/**
 * Sends bytes and reads until the other side closes.
 *
 * @param {{ host: string, port: number }} address
 * @param {Buffer} bytes whose last request asks for the end of the connection
 * @param {{ mayWait?: boolean }} [options] `mayWait`: the other side may be right to wait for more; it is told that there
 *   is none. Not at once: Node then throws away what it was about to answer
 * @returns {Promise<{ received: Buffer, isCut: boolean }>} `isCut`: what was received may lack its end
 * @throws when the other side neither answers nor closes
 */
function converse({ host, port }, bytes, { mayWait = false } = {}) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const received = [];
    let isCut = false;
    const socket = connect({ host, port, allowHalfOpen: mayWait }, () => socket.write(bytes));
    const hang = setTimeout(() => {
      reject(new Error(`neither an answer nor the end within ${HANG_MS / 1000} s`));
      socket.destroy();
    }, HANG_MS);
    if (mayWait) {
      socket.setTimeout(SILENCE_MS, () => {
        isCut = true;
        socket.end();
      });
    }
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('end', () => socket.end());
    socket.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') reject(error);
      isCut = true;
    });
    socket.on('close', () => {
      clearTimeout(hang);
      resolve({ received: Buffer.concat(received), isCut });
    });
  });
}

/**
 * The whole answers in what was received, interim ones (1xx) left out.
 *
 * @param {Buffer} received
 * @param {string} method the first request's, where it is known
 * @returns {{ answers: Answer[], rest: Buffer }}
 * @throws for what is no HTTP/1.1 answer
 */
function readAnswers(received, method) {
  /** @type {Answer[]} */
  const answers = [];
  let rest = received;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [line = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) [ -~]+$/.exec(line)?.[1];
    if (status === undefined) throw new Error(`no status line: ${JSON.stringify(line.slice(0, 200))}`);
    const headers = readHeaders(lines);
    /** @type {boolean} */
    const isBare = status === '304' || status.startsWith('1') || (method === 'HEAD' && answers.length === 0);
    const body = isBare ? { bytes: Buffer.alloc(0), end: end + 4 } : readBody(rest, end + 4, headers);
    if (body === undefined) break;
    if (!status.startsWith('1')) {
      answers.push({
        status: Number(status),
        headers,
        body: decoded(body.bytes, headers.get('content-encoding')),
        exact: rest.toString('latin1', 0, body.end).replace(/\r\nDate: [^\r]*/, ''),
      });
    }
    rest = rest.subarray(body.end);
  }
  return { answers, rest };
}

/** @param {readonly string[]} lines */
function readHeaders(lines) {
  const headers = new Map();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\t -~\x80-\xff]*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`no header: ${JSON.stringify(line.slice(0, 200))}`);
    headers.set(name.toLowerCase(), value);
  }
  return headers;
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @param {ReadonlyMap<string, string>} headers
 * @returns {{ bytes: Buffer, end: number } | undefined} `undefined` when it isn't whole
 */
function readBody(bytes, from, headers) {
  if (headers.get('transfer-encoding') !== 'chunked') {
    const length = headers.get('content-length');
    if (length === undefined || !/^\d+$/.test(length)) throw new Error('an answer without a length');
    const end = from + Number(length);
    return bytes.length < end ? undefined : { bytes: bytes.subarray(from, end), end };
  }
  const chunks = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    if (size === 0) return { bytes: Buffer.concat(chunks), end: next };
    at = next;
  }
}

/** @param {Buffer} body @param {string | undefined} encoding */
function decoded(body, encoding) {
  if (body.length === 0) return body;
  switch (encoding) {
    case 'br':
      return brotliDecompressSync(body);
    case 'gzip':
      return gunzipSync(body);
    case 'deflate':
      return inflateSync(body);
    default:
      return body;
  }
}

module.exports = { converse, readAnswers };
