const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { Worker } = require('node:worker_threads');
const { TestEnvironment } = require('jest-environment-node');

/** Far beyond what any file takes on a slow machine, far below what a person waits for. */
const FILE_SECONDS = Number(process.env.TEST_FILE_SECONDS ?? 600);

/** All files of this process share one, because jest loads this module once. @type {Worker | undefined} */
let watchdog;

function startWatchdog() {
  const worker = new Worker(path.join(__dirname, 'watchdog.js'), { workerData: FILE_SECONDS });
  worker.unref();
  return worker;
}

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
    // The pages' scripts need the same: they are modules as browsers read them.
    this.global.importModule = (/** @type {string} */ file) => import(pathToFileURL(file).href);
    watchdog ??= startWatchdog();
    watchdog.postMessage(this.file);
  }

  /** @override */
  async teardown() {
    watchdog?.postMessage(undefined);
    await super.teardown();
  }
};
