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
   * Sends requests, and reads until the server closes the connection. The last request asks it to do so.
   * @param {string} requests
   * @param {string} [from] the client's address
   * @returns {Promise<string>} the beginning of the first answer, or an empty string if there is none
   */
  async ask(requests, from) {
    const socket = await this.open({ reads: true, ...(from && { from }) });
    let first = '';
    socket.once('data', (chunk) => {
      first = chunk.toString('latin1', 0, 100);
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const last = requests.lastIndexOf('Host: ');
    socket.write(`${requests.slice(0, last)}Connection: close\r\n${requests.slice(last)}`);
    if (!socket.destroyed) await closed;
    return first;
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/**
 * Sends `piece` repeatedly, as fast as the service reads. Stops if the service reads nothing for ten seconds.
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
