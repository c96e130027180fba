/**
 * Compiles src to dist or another folder, copies the files that the pages serve, and adds the empty store that a first
 * start unpacks.
 *
 *   node scripts/build.js [--if-outdated | FOLDER]
 *
 * The old build stays in place until the new build is complete, so that running programs keep their files. If src does
 * not compile, the old build stays.
 */
const { execFileSync, spawnSync } = require('node:child_process');
const {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const path = require('node:path');
const { addEmptyStore } = require('./empty-store');

const ROOT = path.join(__dirname, '..');
const within = (/** @type {string[]} */ ...parts) => path.join(ROOT, ...parts);
const DIST = within('dist');
/** This file contains the commit for `--version`. It is written last, because its age counts as the build's age. */
const STAMP = 'build.json';
const SOURCES = [
  'src',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.js',
  'scripts/empty-store.js',
];

/** @param {string} out */
function build(out) {
  const unfinished = `${out}.${process.pid}.new`;
  try {
    // If this user may not write here, the compiler would print an error for each of its files.
    mkdirSync(unfinished, { recursive: true });
    compile(unfinished);
    replace(out, unfinished);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** @param {string} out */
function compile(out) {
  const tsc = within('node_modules/typescript/bin/tsc');
  if (!existsSync(tsc)) throw new Error('TypeScript is not installed; run npm ci --include=dev');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', out], {
    cwd: ROOT,
    // The command that runs after the build needs standard output for itself.
    stdio: ['ignore', 2, 2],
  });
  cpSync(within('src/pages/assets'), path.join(out, 'pages/assets'), { recursive: true });
  addEmptyStore(out);
  writeFileSync(path.join(out, STAMP), `${JSON.stringify({ commit: commit() })}\n`);
}

/**
 * Replaces the old build. If two builds run at once, either one of them may remain.
 * @param {string} out @param {string} unfinished
 */
function replace(out, unfinished) {
  const old = `${out}.${process.pid}.old`;
  for (let attempt = 0; ; attempt++) {
    try {
      if (existsSync(out)) renameSync(out, old);
      renameSync(unfinished, out);
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}

/** @returns {string | undefined} the commit of the checkout, with `-dirty` if there are uncommitted changes */
function commit() {
  if (process.env.COMMIT) return process.env.COMMIT;
  const args = ['describe', '--always', '--exclude=*', '--abbrev=12', '--dirty'];
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Returns true if a source is newer than the build. A deleted file makes its folder newer. */
function isOutdated() {
  const built = statSync(path.join(DIST, STAMP), { throwIfNoEntry: false });
  if (built === undefined) return true;
  const files = SOURCES.flatMap((source) =>
    statSync(within(source)).isDirectory()
      ? [
          source,
          ...readdirSync(within(source), { recursive: true }).map((file) => path.join(source, String(file))),
        ]
      : [source],
  );
  return files.some((file) => statSync(within(file)).mtimeMs > built.mtimeMs);
}

function buildIfOutdated() {
  if (isOutdated()) build(DIST);
}

/**
 * Ends the process with one sentence if the program can't be built.
 * @param {() => void} work
 */
function orEnd(work) {
  try {
    work();
  } catch (error) {
    const { status, message } = /** @type {Error & { readonly status?: number }} */ (error);
    // A compiler that ends with a status has already printed the error.
    process.stderr.write(`The program is not built: ${status === undefined ? message : 'see above'}.\n`);
    process.exit(1);
  }
}

module.exports = { buildIfOutdated, commit, isOutdated, orEnd };

if (require.main === module) {
  const [folder, ...others] = process.argv.slice(2);
  if (others.length > 0 || folder === '' || (folder?.startsWith('-') && folder !== '--if-outdated')) {
    const given = process.argv.slice(2).join(' ');
    console.error(
      `node scripts/build.js takes --if-outdated, a folder or nothing, not ${JSON.stringify(given)}.`,
    );
    process.exitCode = 2;
  } else if (folder === '--if-outdated') orEnd(buildIfOutdated);
  else orEnd(() => build(path.resolve(folder ?? DIST)));
}
