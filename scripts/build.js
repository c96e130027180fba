/** Compiles src to dist: the same tree, CommonJS; what the pages serve is copied. */
const { execFileSync } = require('node:child_process');
const { cpSync, rmSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const within = (...parts) => path.join(root, ...parts);

rmSync(within('dist'), { recursive: true, force: true });
const tsc = within('node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
cpSync(within('src/pages/assets'), within('dist/pages/assets'), {
  recursive: true,
  filter: (file) => path.extname(file) !== '.json',
});
