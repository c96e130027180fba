const { once } = require('node:events');
const { createServer } = require('node:net');

/** The system may give a port again as soon as it is free. @type {Set<number>} */
const given = new Set();

/**
 * Returns a port of the loopback that nobody listens on at this moment, and another one each time.
 * @returns {Promise<number>}
 */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
}

module.exports = { freePort };
