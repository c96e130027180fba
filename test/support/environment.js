const { AsyncLocalStorage } = require('node:async_hooks');
const path = require('node:path');
const { PerformanceObserver } = require('node:perf_hooks');
const { pathToFileURL } = require('node:url');
const { Worker } = require('node:worker_threads');
const { TestEnvironment } = require('jest-environment-node');

/** A file may take this long: far more than any takes on a slow machine, far less than a person waits. */
const FILE_SECONDS = Number(process.env.TEST_FILE_SECONDS ?? 600);

/** The observers of the current file: Node would keep them, and the sandbox of the file. @type {PerformanceObserver[]} */
const observers = [];

// jest-circus keeps the running test in such a storage, for tests that run at once, and there are none here. Before Node
// 24 it makes each promise dearer, and what outlives a file keeps the sandbox of that file.
/** @type {(store: unknown, callback: () => any) => any} */
const runWithoutStore = (_store, callback) => callback();
AsyncLocalStorage.prototype.run = runWithoutStore;

// prom-client observes the garbage collector once for each registry, and never stops.
const observe = PerformanceObserver.prototype.observe;
PerformanceObserver.prototype.observe = function (options) {
  observers.push(this);
  observe.call(this, options);
};

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
    for (const observer of observers.splice(0)) observer.disconnect();
    await super.teardown();
  }
};
