const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

const { console: realConsole } = globalThis;
const { exit } = process;

// jest-circus needs this storage only for concurrent tests, and there are no concurrent tests. Before Node 24 the
// storage slows down each promise.
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
   * Ends fake timers, spies and replaced properties when their test ends. If they stayed after a failed test, later
   * hooks and tests would wait for timers that never fire, or would use what only that test has replaced.
   * @param {import('@jest/types').Circus.Event} event
   */
  handleTestEvent({ name }) {
    if (name !== 'test_fn_success' && name !== 'test_fn_failure') return;
    this.fakeTimersModern.useRealTimers();
    this.moduleMocker.restoreAllMocks();
  }

  /** Restores what a test file, or jest before it, has replaced. */
  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    globalThis.console = realConsole;
    process.exit = exit;
  }
};
