// Opens the embedded store in the folder that is its argument, prints "open" and waits to be killed.
const { transformFileSync } = require('@swc/core');

/** @typedef {NodeModule & { _compile(code: string, filename: string): void }} Compiler */

require.extensions['.ts'] = (module, filename) => {
  /** @type {Compiler} */ (module)._compile(
    transformFileSync(filename, { cwd: __dirname, sourceMaps: false }).code,
    filename,
  );
};

const { openEmbedded } = require('../../src/store/embedded/embedded.ts');

openEmbedded(process.argv[2] ?? '').then(
  () => {
    console.log('open');
    setInterval(() => {}, 60_000);
  },
  (error) => {
    console.log(error.message);
    process.exit(1);
  },
);
