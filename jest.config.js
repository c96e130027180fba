const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/environment.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // jest.slow.config.js runs these files.
  testPathIgnorePatterns: ['/node_modules/', '\\.slow\\.test\\.ts$'],
  transform: {
    '\\.ts$': '@swc/jest',
    // These packages have only ES modules, which jest can't load before Node 24.9.
    '/node_modules/(p-queue|p-timeout|eventemitter3)/.*\\.js$': '@swc/jest',
  },
  transformIgnorePatterns: ['/node_modules/(?!(p-queue|p-timeout|eventemitter3)/)'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  moduleNameMapper: { '^@electric-sql/pglite$': '<rootDir>/test/support/pglite.js' },
  globalSetup: '<rootDir>/test/support/run-setup.ts',
  globalTeardown: '<rootDir>/test/support/run-teardown.ts',
  // The limit is long for busy machines, because the watchdog ends a test file that hangs.
  testTimeout: 120_000,
  // There is one more worker than there are cores, because tests often wait for sockets and databases.
  maxWorkers: availableParallelism() + 1,
  reporters: ['default', '<rootDir>/test/support/reporter.js'],
};
