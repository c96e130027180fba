/**
 * `node scripts/run.js COMMAND ...` runs the program in a checkout, and builds it first if src is newer. Both happen in
 * one process, so that a signal which npm forwards to its child reaches the program.
 */
const { existsSync } = require('node:fs');
const path = require('node:path');
const { buildIfOutdated, orEnd } = require('./build');

const MAIN = path.join(__dirname, '../dist/main.js');
/** This command does not build, because a health check runs every few seconds while a service runs that is built. */
const HEALTH_CHECK = 'healthcheck';

if (process.argv[2] !== HEALTH_CHECK || !existsSync(MAIN)) orEnd(buildIfOutdated);
require(MAIN);
