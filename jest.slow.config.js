const config = require('./jest.config.js');

/** Tests that take minutes: they run by themselves, and in .ci/run after the others. */
/** @type {import('jest').Config} */
module.exports = {
  ...config,
  testMatch: ['<rootDir>/test/**/*.slow.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // A single test of these may take as long as the watchdog allows for a file.
  testTimeout: 600_000,
};
