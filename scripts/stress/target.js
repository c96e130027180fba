const { connect } = require('node:net');
const { once } = require('node:events');

/** Holds the connections of an attack, which are all closed at its end. */
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
   * @param {boolean} [options.reads] whether answers are read
   * @param {string} [options.from] the client's address
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
   * Sends requests, the last of which closes the connection, and reads until then.
   * @param {string} request
   */
  async ask(request) {
    const socket = await this.open({ reads: true });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const last = request.lastIndexOf('Host: h\r\n');
    socket.write(`${request.slice(0, last)}Connection: close\r\n${request.slice(last)}`);
    if (!socket.destroyed) await closed;
  }

  /**
   * Checks that a new client gets an answer with status 200.
   * @param {string} request
   * @param {string} from its address
   */
  async isAnswered(request, from) {
    const socket = await this.open({ from });
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.write(request.replace('Host: h\r\n', 'Host: h\r\nConnection: close\r\n'));
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
    return received.startsWith('HTTP/1.1 200 ');
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * Sends `piece` repeatedly, as fast as the other side reads. Gives up when it reads nothing for ten seconds.
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

module.exports = { pour, Target };
