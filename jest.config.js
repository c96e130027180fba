const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/environment.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // jest.slow.config.js runs them.
  testPathIgnorePatterns: ['/node_modules/', '\\.slow\\.test\\.ts$'],
  transform: {
    '\\.ts$': '@swc/jest',
    // These come as ES modules only, which jest loads by itself from Node 24.9 on.
    '/node_modules/(p-queue|p-timeout|eventemitter3)/.*\\.js$': '@swc/jest',
  },
  transformIgnorePatterns: ['/node_modules/(?!(p-queue|p-timeout|eventemitter3)/)'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  moduleNameMapper: { '^@electric-sql/pglite$': '<rootDir>/test/support/pglite.js' },
  globalSetup: '<rootDir>/test/support/run-setup.ts',
  globalTeardown: '<rootDir>/test/support/run-teardown.ts',
  // For machines that are busy with other things: a test that hangs is ended by the watchdog.
  testTimeout: 120_000,
  // The tests wait for sockets and databases too: one more than there are cores, so that none is idle.
  maxWorkers: availableParallelism() + 1,
  reporters: ['default', '<rootDir>/test/support/reporter.js'],
};
