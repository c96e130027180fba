const { once } = require('node:events');
const { createServer } = require('node:net');

/**
 * Returns a port of the loopback that nobody listens on at this moment.
 * @returns {Promise<number>}
 */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

module.exports = { freePort };
