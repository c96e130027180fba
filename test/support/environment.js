const { AsyncLocalStorage } = require('node:async_hooks');
const path = require('node:path');
const { PerformanceObserver } = require('node:perf_hooks');
const { pathToFileURL } = require('node:url');
const { Worker } = require('node:worker_threads');
const { TestEnvironment } = require('jest-environment-node');

/** A test file may take this long: far longer than any takes on a slow machine. */
const FILE_SECONDS = Number(process.env.TEST_FILE_SECONDS ?? 600);

/**
 * Contains the observers of the current file. Otherwise Node would keep them, and with them the sandbox of the file.
 * @type {PerformanceObserver[]}
 */
const observers = [];

// jest-circus needs this storage only for concurrent tests, and there are none. Before Node 24 it makes each promise
// slower, and keeps the sandbox of a file in memory.
/** @type {(store: unknown, callback: () => any) => any} */
const runWithoutStore = (_store, callback) => callback();
AsyncLocalStorage.prototype.run = runWithoutStore;

// prom-client adds an observer of the garbage collector for each registry, and never removes it.
const observe = PerformanceObserver.prototype.observe;
PerformanceObserver.prototype.observe = function (options) {
  observers.push(this);
  observe.call(this, options);
};

/** All files of this process share one watchdog, because jest loads this module once. @type {Worker | undefined} */
let watchdog;

function startWatchdog() {
  const worker = new Worker(path.join(__dirname, 'watchdog.js'), { workerData: FILE_SECONDS });
  worker.unref();
  return worker;
}

/**
 * PGlite imports modules dynamically, which jest's sandbox refuses without an experimental flag of Node. So it is
 * loaded here, outside of the sandbox, and pglite.js gives it to modules inside.
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
    // The pages' scripts are modules, so they are loaded in the same way.
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
