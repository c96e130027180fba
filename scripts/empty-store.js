/**
 * Makes the empty embedded store that a first start unpacks, because PGlite needs 800 MB and six seconds of processor
 * time to make a store. A store is made once for each version of PGlite, and kept in node_modules/.cache.
 */
const { execFileSync } = require('node:child_process');
const { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { dependencies } = require('../package.json');

const ROOT = path.join(__dirname, '..');
const CACHE = path.join(ROOT, 'node_modules/.cache/events-query');
const NAME = 'empty-store.tar.gz';

/** @param {string} folder a folder of built code */
function addEmptyStore(folder) {
  const kept = path.join(CACHE, `pglite-${dependencies['@electric-sql/pglite']}.tar.gz`);
  if (!existsSync(kept)) {
    // PGlite runs in its own process. In this process its memory would stay in use while the program runs after the
    // build.
    atomically(kept, (file) =>
      execFileSync(process.execPath, [__filename, file], { stdio: ['ignore', 2, 2] }),
    );
  }
  atomically(path.join(folder, NAME), (file) => copyFileSync(kept, file));
}

/**
 * Writes the file under another name first, so that no process reads an incomplete file.
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
  // The CommonJS form of PGlite does not find its files below a folder such as `C#`.
  const { PGlite } = await import('@electric-sql/pglite');
  const engine = await PGlite.create();
  // Without a checkpoint the first start would begin with a recovery.
  await engine.exec('CHECKPOINT');
  writeFileSync(file, Buffer.from(await (await engine.dumpDataDir('gzip')).arrayBuffer()));
  await engine.close();
}

module.exports = { addEmptyStore };

if (require.main === module) void makeEmptyStore(process.argv[2] ?? NAME);
