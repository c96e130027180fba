const config = require('./jest.config.js');

/** What takes minutes: run by itself, and by .ci/run after the rest. */
/** @type {import('jest').Config} */
module.exports = {
  ...config,
  testMatch: ['<rootDir>/test/**/*.slow.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
