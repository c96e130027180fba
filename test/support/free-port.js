const { once } = require('node:events');
const { randomInt } = require('node:crypto');
const { createServer } = require('node:net');

/**
 * For outgoing connections and for servers on port 0 the system takes ports from 32,768 on Linux, and from 49,152
 * elsewhere (RFC 6335 6). A lower port stays free until the test uses it.
 */
const FIRST = 20_000;
const END = 32_768;

/** A port is returned only once, because its user may not listen on it yet. @type {Set<number>} */
const given = new Set();

/**
 * Returns a port of the loopback address on which no program listens, and which the system gives to no program.
 * @returns {Promise<number>}
 */
async function freePort() {
  const port = randomInt(FIRST, END);
  if (given.has(port) || !(await isFree(port))) return freePort();
  given.add(port);
  return port;
}

/** @param {number} port */
async function isFree(port) {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(probe.close(), 'close');
  return true;
}

module.exports = { freePort };
