/**
 * Runs the program in a checkout: `node scripts/run.js COMMAND ...`. It is built first where src is newer. In one
 * process, so that a signal to npm, which hands it on to its child, reaches the program itself.
 */
const path = require('node:path');
const { build, isOutdated, DIST } = require('./build');

/** It is asked every few seconds, and by what runs already. */
const NEVER_BUILDS = 'healthcheck';

if (process.argv[2] !== NEVER_BUILDS && isOutdated()) {
  try {
    build(DIST);
  } catch {
    process.stderr.write('The program is not built: see above.\n');
    process.exit(1);
  }
}
require(path.join(DIST, 'main.js'));
