const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const { console: realConsole } = globalThis;
const { exit } = process;

// jest-circus needs this storage only for concurrent tests, and there are none. Before Node 24 it slows down each
// promise.
/** @type {(store: unknown, callback: () => any) => any} */
AsyncLocalStorage.prototype.run = (_store, callback) => callback();

/** Runs tests among the globals of the process. run-file.js explains why. */
module.exports = class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  /** @param {import('@jest/environment').JestEnvironmentConfig} config */
  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  async setup() {}

  /**
   * Ends a test's fake timers, spies and replaced properties with the test. Otherwise the hooks and the tests after a
   * failed one would wait for timers that never fire, or use what only that test has replaced.
   * @param {import('@jest/types').Circus.Event} event
   */
  handleTestEvent({ name }) {
    if (name !== 'test_fn_success' && name !== 'test_fn_failure') return;
    this.fakeTimersModern.useRealTimers();
    this.moduleMocker.restoreAllMocks();
  }

  /** Undoes what a test file, and jest before it, replaced. */
  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    globalThis.console = realConsole;
    process.exit = exit;
  }
};
