const { TestEnvironment } = require('jest-environment-node');

/**
 * PGlite imports modules dynamically, which jest's sandbox refuses without an experimental flag of Node. So it is
 * loaded out here by Node's own loader, and pglite.js hands it to whoever imports it inside.
 */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.loadPGlite = () => require('@electric-sql/pglite');
  }
};
