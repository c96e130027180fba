// Locks the folder that its argument names, prints "locked", and waits until it is killed.
const { transformFileSync } = require('@swc/core');

/** @typedef {NodeModule & { _compile(code: string, filename: string): void }} Compiler */

require.extensions['.ts'] = (module, filename) => {
  /** @type {Compiler} */ (module)._compile(
    transformFileSync(filename, { cwd: __dirname, sourceMaps: false }).code,
    filename,
  );
};

const { lockFolder } = require('../../src/store/embedded/lock.ts');

lockFolder(process.argv[2] ?? '').then(() => {
  console.log('locked');
  setInterval(() => {}, 60_000);
});
