/**
 * Makes the empty embedded store that a first start unpacks: PGlite takes 800 MB and six seconds of processor for it.
 * It is made once for each version of PGlite and kept in node_modules/.cache.
 */
const { execFileSync } = require('node:child_process');
const { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { dependencies } = require('../package.json');

const ROOT = path.join(__dirname, '..');
const CACHE = path.join(ROOT, 'node_modules/.cache/events-query');
const NAME = 'empty-store.tar.gz';

/**
 * Puts the empty store into a folder of built code, which is made if need be.
 * @param {string} folder
 */
function addEmptyStore(folder) {
  const kept = path.join(CACHE, `pglite-${dependencies['@electric-sql/pglite']}.tar.gz`);
  if (!existsSync(kept)) {
    // In a process of its own: the memory that PGlite takes would stay with the program that is run after the build.
    atomically(kept, (file) =>
      execFileSync(process.execPath, [__filename, file], { stdio: ['ignore', 2, 2] }),
    );
  }
  atomically(path.join(folder, NAME), (file) => copyFileSync(kept, file));
}

/**
 * Nobody meets a file that is half written.
 * @param {string} file @param {(unfinished: string) => void} write
 */
function atomically(file, write) {
  const unfinished = `${file}.${process.pid}.new`;
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    write(unfinished);
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** @param {string} file */
async function makeEmptyStore(file) {
  const { PGlite } = require('@electric-sql/pglite');
  const engine = await PGlite.create();
  // Without it the first start would begin with a recovery.
  await engine.exec('CHECKPOINT');
  writeFileSync(file, Buffer.from(await (await engine.dumpDataDir('gzip')).arrayBuffer()));
  await engine.close();
}

module.exports = { addEmptyStore };

if (require.main === module) {
  const [file = NAME] = process.argv.slice(2);
  makeEmptyStore(file).catch((error) => {
    console.error(error);
    process.exitCode = 1;
  });
}
