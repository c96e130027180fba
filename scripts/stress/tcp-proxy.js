const { connect, createServer } = require('node:net');

/**
 * @typedef {object} TcpProxy
 * @property {string} url of the database through the proxy
 * @property {() => void} cut ends all connections
 * @property {(to: import('../../test/support/postgres').Postgres) => void} leadTo reconnects everybody to another server
 * @property {(isSilent: boolean) => void} silence whether bytes are swallowed
 * @property {() => void} close
 */

/**
 * Opens a TCP proxy between the service and its database.
 * @param {string} databaseUrl
 * @returns {Promise<TcpProxy>}
 */
async function openProxy(databaseUrl) {
  let target = Number(new URL(databaseUrl).port);
  let isSilent = false;
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const server = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    for (const [source, sink] of /** @type {const} */ ([
      [client, database],
      [database, client],
    ])) {
      sockets.add(source);
      source.on('data', (chunk) => {
        if (!isSilent) sink.write(chunk);
      });
      source.on('error', () => {});
      source.on('close', () => {
        sockets.delete(source);
        sink.destroy();
      });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' ? address?.port : 0);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    leadTo(to) {
      target = Number(new URL(to.url).port);
      cut();
    },
    silence(is) {
      isSilent = is;
      // Bytes that were swallowed are missing for good.
      if (!is) cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}

module.exports = { openProxy };
