const { once } = require('node:events');
const { createServer } = require('node:net');

/**
 * Ports that were returned before are not returned again, because the system may choose the same port twice.
 * @type {Set<number>}
 */
const given = new Set();

/**
 * Returns a port of the loopback address on which nobody listens now.
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
