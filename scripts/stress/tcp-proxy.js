const { connect, createServer } = require('node:net');

/**
 * A TCP proxy between the service and its database, as a virtual address is one.
 * @param {string} databaseUrl
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
    lead: (/** @type {import('../../test/support/postgres').Postgres} */ to) => {
      target = Number(new URL(to.url).port);
    },
    hush: (/** @type {boolean} */ is) => {
      isSilent = is;
      // What was swallowed is missing for ever.
      if (!is) cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}

module.exports = { openProxy };
