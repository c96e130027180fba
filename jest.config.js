const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/environment.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // jest.slow.config.js runs these files.
  testPathIgnorePatterns: ['/node_modules/', '\\.slow\\.test\\.ts$'],
  testRunner: '<rootDir>/test/support/run-file.js',
  transform: { '\\.ts$': '@swc/jest' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/bench/dist/'],
  globalSetup: '<rootDir>/test/support/run-setup.ts',
  globalTeardown: '<rootDir>/test/support/run-teardown.ts',
  // The limit is long for busy machines, because the watchdog ends a test file that hangs.
  testTimeout: 120_000,
  // There are two more workers than there are cores, because tests often wait for sockets and databases.
  maxWorkers: availableParallelism() + 2,
  reporters: ['default', '<rootDir>/test/support/reporter.js'],
};
