/** Compiles src to dist, or to the folder that is named: the same tree, CommonJS; what the pages serve is copied. */
const { execFileSync } = require('node:child_process');
const { cpSync, rmSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const within = (...parts) => path.join(root, ...parts);
const out = path.resolve(process.argv[2] ?? within('dist'));

rmSync(out, { recursive: true, force: true });
const tsc = within('node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', out], {
  cwd: root,
  stdio: 'inherit',
});
cpSync(within('src/pages/assets'), path.join(out, 'pages/assets'), {
  recursive: true,
  filter: (file) => path.extname(file) !== '.json',
});
