const { once } = require('node:events');
const { connect, createServer } = require('node:net');
const { freePort } = require('./free-port');

/** Represents a TCP proxy in front of a Postgres server, which injects faults of the network. */
exports.TcpProxy = class TcpProxy {
  /** @type {URL} */
  #target;
  #port = 0;
  #isFrozen = false;
  /** @type {import('node:net').Server | undefined} */
  #server;
  /** @type {Set<import('node:net').Socket>} */
  #sockets = new Set();

  /** @param {URL | string} target URL of the database */
  constructor(target) {
    this.#target = new URL(target);
  }

  /** This is the URL of the database through the proxy. */
  get url() {
    const url = new URL(this.#target);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** Starts to listen. Each later time it uses the same port. */
  async open() {
    this.#isFrozen = false;
    this.#port ||= await freePort();
    const server = createServer((client) => this.#forward(client)).listen(this.#port, '127.0.0.1');
    this.#server = server;
    await once(server, 'listening');
  }

  /** Ends all connections, but accepts new connections. */
  disconnect() {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends all connections and refuses new connections. */
  async cut() {
    const server = this.#server;
    server?.close();
    this.disconnect();
    if (server?.listening) await once(server, 'close');
  }

  /** Keeps all connections and accepts new connections, but forwards no byte. */
  freeze() {
    this.#isFrozen = true;
  }

  /** Forwards new connections again. The old connections end, because they have lost bytes. */
  thaw() {
    this.#isFrozen = false;
    this.disconnect();
  }

  /** Ends all connections, and forwards new connections to another server. @param {string} target */
  leadTo(target) {
    this.#target = new URL(target);
    this.disconnect();
  }

  /** @param {import('node:net').Socket} client */
  #forward(client) {
    const server = connect(Number(this.#target.port || 5432), this.#target.hostname);
    for (const [source, sink] of /** @type {const} */ ([
      [client, server],
      [server, client],
    ])) {
      this.#sockets.add(source);
      source.on('data', (chunk) => {
        if (!this.#isFrozen) sink.write(chunk);
      });
      source.on('error', () => {});
      source.on('close', () => {
        this.#sockets.delete(source);
        sink.destroy();
      });
    }
  }
};
