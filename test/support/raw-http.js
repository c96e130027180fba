/** Sends bytes over one connection, and parses answers strictly. Tests and the fuzzer use it. */
const { connect } = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');

/** The limit is less than Node's keep-alive of five seconds, so that Node never closes the connection first. */
const SILENCE_MS = 4_000;
/**
 * A server begins an answer within this number of milliseconds. A server that waits for the rest of a request sends no
 * answer.
 */
const WAIT_MS = 200;
/** This pause, in milliseconds, separates pieces, so that each is sent in its own packet. */
const PAUSE_MS = 5;

/**
 * @typedef {object} RawAnswer
 * @property {number} status
 * @property {string} reason
 * @property {ReadonlyMap<string, string>} headers by lower-case name
 * @property {string} body read as UTF-8
 * @property {string} exact the whole answer without its date, one character for each byte
 *
 * @typedef {object} Conversation
 * @property {RawAnswer[]} answers the complete answers, including interim ones (1xx)
 * @property {Buffer} rest the bytes after them
 * @property {boolean} closed whether the other side ended the connection
 * @property {boolean} isCut whether what was received may lack its end
 */

/**
 * Writes pieces over one connection, and reads until there are `count` complete answers or the server closes it.
 * @param {{ hostname: string, port: number }} address
 * @param {readonly (string | Buffer)[]} pieces
 * @param {number} count number of answers; `Infinity` reads until the connection ends
 * @param {{ method?: string, silenceMs?: number, mayWait?: boolean }} [options] `method` is that of the
 *   first request. With `mayWait` the server may wait for more bytes, and this side is closed after a while; if it were
 *   closed at once, Node would discard its answer
 * @returns {Promise<Conversation>}
 * @throws Error if nothing arrives for `silenceMs`, or an answer is not HTTP/1.1
 */
function converse({ hostname, port }, pieces, count, options = {}) {
  const { method = '', silenceMs = SILENCE_MS, mayWait = false } = options;
  return new Promise((resolve, reject) => {
    const received = new Received();
    let closed = false;
    let isCut = false;
    const socket = connect({ host: hostname, port, noDelay: true, allowHalfOpen: mayWait });
    socket.setTimeout(silenceMs, () => {
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
      // The wait begins here, because on a busy machine the connection may take longer.
      if (mayWait) socket.setTimeout(WAIT_MS);
    });
  });
}

/**
 * Collects the received bytes. The buffer doubles its size, because it would take seconds to join each chunk to
 * megabytes.
 */
class Received {
  #room = Buffer.allocUnsafe(65_536);
  #length = 0;

  get bytes() {
    return this.#room.subarray(0, this.#length);
  }

  /** @param {Uint8Array} chunk */
  add(chunk) {
    const length = this.#length + chunk.length;
    if (length > this.#room.length) this.#room = Buffer.concat([this.bytes], 2 * length);
    this.#room.set(chunk, this.#length);
    this.#length = length;
  }

  /** Forgets the bytes, and uses their memory again. */
  clear() {
    this.#length = 0;
  }
}

/**
 * @param {Buffer} received
 * @param {string} method the method of the first request, or an empty string
 * @returns {{ answers: RawAnswer[], rest: Buffer }}
 * @throws Error if an answer is not HTTP/1.1
 */
function readAnswers(received, method) {
  /** @type {RawAnswer[]} */
  const answers = [];
  let rest = received;
  for (;;) {
    const answer = readAnswer(rest, method === 'HEAD' && answers.length === 0);
    if (answer === undefined) return { answers, rest };
    const { body, end, ...head } = answer;
    answers.push({
      ...head,
      body: body.toString('utf8'),
      exact: rest.toString('latin1', 0, end).replace(/\r\nDate: [^\r]*/, ''),
    });
    rest = rest.subarray(end);
  }
}

/**
 * Reads the first answer.
 * @param {Buffer} bytes
 * @param {boolean} [isToHead] whether the request was a HEAD
 * @returns {{ status: number, reason: string, headers: ReadonlyMap<string, string>, body: Buffer, end: number } | undefined}
 *   `undefined` if it is incomplete
 * @throws Error if it is not HTTP/1.1
 */
function readAnswer(bytes, isToHead = false) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, status, reason = ''] = /^HTTP\/1\.1 (\d{3}) ([ -~]+)$/.exec(line) ?? [];
  if (status === undefined) throw new Error(`no status line: ${JSON.stringify(line.slice(0, 200))}`);
  const headers = readHeaders(lines);
  const isBare = /^(?:1..|204|304)$/.test(status) || isToHead;
  const body = isBare ? { bytes: Buffer.alloc(0), end: end + 4 } : readBody(bytes, end + 4, headers);
  return body && { status: Number(status), reason, headers, body: body.bytes, end: body.end };
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
 * @returns {{ bytes: Buffer, end: number } | undefined} `undefined` if it is incomplete
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

module.exports = { converse, readAnswer, readAnswers, Received };
