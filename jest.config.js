/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: { '\\.ts$': '@swc/jest' },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  testTimeout: 30_000,
  reporters: ['default', '<rootDir>/test/support/count-reporter.js'],
};
