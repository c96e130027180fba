/**
 * `node scripts/run.js COMMAND ...` runs the program in a checkout. If src is newer than the build, it builds first.
 * Both happen in one process, so that the program gets a signal that npm forwards to its child.
 */
const { existsSync } = require('node:fs');
const path = require('node:path');
const { buildIfOutdated, orEnd } = require('./build');

const MAIN = path.join(__dirname, '../dist/main.js');
/** This command does not build, because a health check runs every few seconds while a built service runs. */
const HEALTH_CHECK = 'healthcheck';

if (process.argv[2] !== HEALTH_CHECK || !existsSync(MAIN)) orEnd(buildIfOutdated);
require(MAIN);
