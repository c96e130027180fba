const path = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Worker } = require('node:worker_threads');
const { SourceMapSupport } = require('@jest/source-map');
const { createScriptTransformer } = require('@jest/transform');
// TypeScript finds no types for this part of jest-circus.
/** @type {{ default: RunFile }} */
const circus = require(/** @type {string} */ ('jest-circus/runner'));

/**
 * @typedef {import('@jest/types').Config.GlobalConfig} GlobalConfig
 * @typedef {import('@jest/types').Config.ProjectConfig} ProjectConfig
 * @typedef {import('jest-runtime').default} Runtime
 * @typedef {(global: GlobalConfig, project: ProjectConfig, environment: unknown, runtime: Runtime, file: string, send: unknown) => Promise<unknown>} RunFile
 * @typedef {NodeModule & { _compile(code: string, file: string): void }} Compiler
 */

/** A test file may take this number of seconds, which is far more than any file takes on a slow machine. */
const FILE_SECONDS = Number(process.env.TEST_FILE_SECONDS ?? 600);

// V8 optimizes a function after fifteen times as many uses as by default. By default V8 also optimizes functions that
// only one test repeats, which took a sixth of the time of a run. Node 20 counts bytes, and later versions count calls.
const OPTIMIZED_AFTER = process.versions.v8.startsWith('11.')
  ? '--interrupt-budget=1000000'
  : '--invocation-count-for-turbofan=45000';
setFlagsFromString(OPTIMIZED_AFTER);

/** All test files of this process share one watchdog. */
const watchdog = new Worker(path.join(__dirname, 'watchdog.js'), { workerData: FILE_SECONDS });
watchdog.unref();

// Without this listener a worker frees its memory object by object, and jest, which waits for half a second, reports a
// leak.
process.once('beforeExit', () => process.exit());

/** Maps the loaded TypeScript files to the files with their source maps. @type {Map<string, string>} */
const sourceMaps = new Map();
const stacks = new SourceMapSupport();

/** @type {Promise<void> | undefined} */
let ready;

/**
 * Lets Node load TypeScript.
 * @param {GlobalConfig} globalConfig @param {ProjectConfig} config
 */
async function loadTypeScript({ collectCoverage, collectCoverageFrom, coverageProvider }, config) {
  // With V8's counts jest reports only the files that its sandbox has loaded.
  if (collectCoverage && coverageProvider !== 'babel')
    throw new Error('Coverage is counted only by the default provider: leave --coverageProvider out.');
  const transformer = await createScriptTransformer(config);
  const options = {
    supportsDynamicImport: true,
    supportsExportNamespaceFrom: false,
    supportsStaticESM: false,
    supportsTopLevelAwait: false,
    collectCoverage,
    collectCoverageFrom,
    coverageProvider,
  };
  require.extensions['.ts'] = (module, file) => {
    const { code, sourceMapPath } = transformer.transform(file, options);
    if (sourceMapPath !== null) sourceMaps.set(file, sourceMapPath);
    // Without this change `jest.spyOn(module, 'name', 'get')` could not replace an export.
    const replaceable = code.replaceAll('enumerable: true,\n', 'enumerable: true, configurable: true,\n');
    /** @type {Compiler} */ (module)._compile(replaceable, file);
  };
}

const ROOT = path.join(__dirname, '../..');
const TESTS = path.join(ROOT, 'test');

/** Loads a module of jest-circus again, because its modules keep the state of a test file. @param {string} file */
function requireAgain(file) {
  delete require.cache[file];
  return require(file);
}

/** These functions need jest's sandbox, and would have no effect. */
const OF_SANDBOX = ['mock', 'doMock', 'isolateModules', 'resetModules'];

/** Makes the global `jest` of a file. @param {Runtime} runtime @param {string} file */
function jestFor(runtime, file) {
  /** @type {{ jest: Record<string, unknown> }} */
  const { jest } = runtime.requireModuleOrMock(file, '@jest/globals');
  for (const name of OF_SANDBOX)
    jest[name] = () => {
      throw new Error(`jest.${name} has no effect here: use jest.spyOn(module, 'name', 'get').`);
    };
  return jest;
}

/**
 * Runs a test file as jest does, but without its sandbox: Node loads the modules of the product once for all files of
 * a process. In the sandbox each file would load and compile them again, which took a quarter of the time of a run. Only
 * the modules of the tests are loaded for each file, because they call functions of jest such as `afterEach`.
 * @type {RunFile}
 */
module.exports = async (globalConfig, config, environment, runtime, file, send) => {
  ready ??= loadTypeScript(globalConfig, config);
  await ready;
  stacks.install(sourceMaps);
  // Without this line the listeners of jest-circus would also get the events of earlier files.
  Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
  Object.assign(runtime, { requireModule: requireAgain, requireInternalModule: requireAgain });
  Object.assign(globalThis, { jest: jestFor(runtime, file) });
  // These modules stay loaded, because in a run with one process they start Postgres, and stop it at the end.
  const loadedBefore = new Set(Object.keys(require.cache));
  watchdog.postMessage(file);
  try {
    return await circus.default(globalConfig, config, environment, runtime, file, send);
  } finally {
    watchdog.postMessage(undefined);
    const { watch, watchAll } = globalConfig;
    const changed = watch || watchAll ? ROOT : TESTS;
    for (const loaded of Object.keys(require.cache))
      if (loaded.startsWith(changed) && !loadedBefore.has(loaded)) delete require.cache[loaded];
  }
};
