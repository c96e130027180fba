/**
 * Sends bytes over one connection for tests and the fuzzer, and reads answers as strictly as the service should write
 * them.
 */
const { connect } = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');

/** Less than Node's own keep-alive of five seconds, so that its end of a connection never passes for the service's. */
const SILENCE_MS = 4_000;
/** Longer than an answer takes to begin; sooner than anything that waits for the rest of a request gives up. */
const WAIT_MS = 200;
/** Between pieces, so that each is a packet of its own. */
const PAUSE_MS = 5;

/**
 * @typedef {object} RawAnswer
 * @property {number} status
 * @property {string} reason
 * @property {ReadonlyMap<string, string>} headers by lower-case name
 * @property {string} body read as UTF-8
 * @property {string} exact all of it but its date, a byte a character
 *
 * @typedef {object} Conversation
 * @property {RawAnswer[]} answers the whole ones, interim ones (1xx) included
 * @property {Buffer} rest what follows them
 * @property {boolean} closed whether the other side ended the connection
 * @property {boolean} isCut whether what was received may lack its end
 */

/**
 * Writes pieces over one connection, and reads until so many answers are whole or the other side closes.
 *
 * @param {{ hostname: string, port: number }} address
 * @param {readonly (string | Buffer)[]} pieces
 * @param {number} count of answers; `Infinity` reads until the end of the connection
 * @param {{ method?: string, silenceMs?: number, mayWait?: boolean }} [options] `method` is the first request's;
 *   `mayWait`: the other side may be right to wait for more, and is told after a while that there is none. Not at once:
 *   Node then throws away what it was about to answer
 * @returns {Promise<Conversation>}
 * @throws Error when nothing comes for `silenceMs`, and for what is no HTTP/1.1 answer
 */
function converse({ hostname, port }, pieces, count, options = {}) {
  const { method = '', silenceMs = SILENCE_MS, mayWait = false } = options;
  return new Promise((resolve, reject) => {
    const received = new Received();
    let closed = false;
    let isCut = false;
    const socket = connect({ host: hostname, port, noDelay: true, allowHalfOpen: mayWait });
    socket.setTimeout(mayWait ? WAIT_MS : silenceMs, () => {
      if (mayWait && !isCut) {
        isCut = true;
        socket.end();
        socket.setTimeout(silenceMs);
        return;
      }
      reject(new Error(`no answer, and no end, to ${pieces.join('').slice(0, 1000)}`));
      socket.destroy();
    });
    socket.on('data', (chunk) => {
      received.add(chunk);
      if (count === Number.POSITIVE_INFINITY) return;
      try {
        if (readAnswers(received.bytes, method).answers.length >= count) socket.destroy();
      } catch (error) {
        reject(error);
        socket.destroy();
      }
    });
    socket.on('end', () => {
      closed = true;
      socket.end();
    });
    socket.on('error', (error) => {
      if ('code' in error && error.code === 'ECONNREFUSED') reject(error);
      isCut = true;
    });
    socket.on('close', () => {
      try {
        resolve({ ...readAnswers(received.bytes, method), closed, isCut });
      } catch (error) {
        reject(error);
      }
    });
    socket.on('connect', async () => {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await sleep(PAUSE_MS);
        socket.write(piece);
      }
    });
  });
}

/** Holds what was received. Its room doubles, because to join each chunk to megabytes takes seconds. */
class Received {
  #room = Buffer.allocUnsafe(65_536);
  #length = 0;

  get bytes() {
    return this.#room.subarray(0, this.#length);
  }

  /** @param {Buffer} chunk */
  add(chunk) {
    const length = this.#length + chunk.length;
    if (length > this.#room.length) this.#room = Buffer.concat([this.bytes], 2 * length);
    chunk.copy(this.#room, this.#length);
    this.#length = length;
  }
}

/**
 * @param {Buffer} received
 * @param {string} method the first request's, where it is known
 * @returns {{ answers: RawAnswer[], rest: Buffer }}
 * @throws Error for what is no HTTP/1.1 answer
 */
function readAnswers(received, method) {
  /** @type {RawAnswer[]} */
  const answers = [];
  let rest = received;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [line = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n');
    const [, status, reason = ''] = /^HTTP\/1\.1 (\d{3}) ([ -~]+)$/.exec(line) ?? [];
    if (status === undefined) throw new Error(`no status line: ${JSON.stringify(line.slice(0, 200))}`);
    const headers = readHeaders(lines);
    /** @type {boolean} */
    const isBare = status === '304' || status.startsWith('1') || (method === 'HEAD' && answers.length === 0);
    const body = isBare ? { bytes: Buffer.alloc(0), end: end + 4 } : readBody(rest, end + 4, headers);
    if (body === undefined) break;
    answers.push({
      status: Number(status),
      reason,
      headers,
      body: body.bytes.toString('utf8'),
      exact: rest.toString('latin1', 0, body.end).replace(/\r\nDate: [^\r]*/, ''),
    });
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

module.exports = { converse, readAnswers };
