const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { Worker } = require('node:worker_threads');
const { TestEnvironment } = require('jest-environment-node');

/** Far beyond what any file takes on a slow machine, far below what a person waits for. */
const FILE_SECONDS = Number(process.env.TEST_FILE_SECONDS ?? 600);

/**
 * PGlite imports modules dynamically, which jest's sandbox refuses without an experimental flag of Node. So it is
 * loaded out here by Node's own loader, and pglite.js hands it to whoever imports it inside.
 */
module.exports = class extends TestEnvironment {
  /**
   * @param {ConstructorParameters<typeof TestEnvironment>[0]} config
   * @param {ConstructorParameters<typeof TestEnvironment>[1]} context
   */
  constructor(config, context) {
    super(config, context);
    this.file = context.testPath;
  }

  /** @override */
  async setup() {
    await super.setup();
    this.global.loadPGlite = () => require('@electric-sql/pglite');
    // The same with the pages' scripts, which are modules as browsers read them.
    this.global.importModule = (/** @type {string} */ file) => import(pathToFileURL(file).href);
    this.watchdog = new Worker(path.join(__dirname, 'watchdog.js'), {
      workerData: { file: this.file, seconds: FILE_SECONDS },
    });
    this.watchdog.unref();
  }

  /** @override */
  async teardown() {
    await this.watchdog?.terminate();
    await super.teardown();
  }
};
