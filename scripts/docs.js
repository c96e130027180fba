const { readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { runScript } = require('../test/support/script');

const HELP = `Reads src/config/table.ts, and writes the tables of settings into documents and deployment files. In each file the
script replaces the lines between the marks "settings from npm run docs" and "end of settings".

  npm run docs
`;

const ROOT = path.join(__dirname, '..');

/** @typedef {import('../src/config/types').Variable} Variable */

/** README shows these settings, and docs/operations.md shows the others. */
const IN_README = [
  ...['PORT', 'HOST', 'ADMIN_PORT', 'DATABASE_URL', 'DATA_DIR', 'SEED'],
  ...['SERVICE_NAMESPACE', 'TIME_ZONE', 'LIST_FORMAT', 'PUBLIC_URL'],
];

/** docker-compose.yml sets these settings itself, so they are not in its table. */
const DECIDED_BY_COMPOSE = [
  ...['HOST', 'PORT', 'DATABASE_URL', 'PGHOST', 'DATA_DIR', 'SEED', 'READER_PASSWORD'],
];

/** These defaults of the stack differ from those of the program. */
const COMPOSE_DEFAULTS = new Map([
  ['ADMIN_PORT', '8081'],
  ['LOG_FORMAT', 'json'],
]);

/**
 * Maps each file to the function that makes its table.
 * @type {ReadonlyMap<string, (variables: readonly Variable[]) => readonly string[]>}
 */
const TABLES = new Map([
  ['README.md', (variables) => markdown(variables.filter(({ name }) => IN_README.includes(name)))],
  ['docs/operations.md', (variables) => markdown(variables.filter(({ name }) => !IN_README.includes(name)))],
  [
    'docker-compose.yml',
    (variables) =>
      inCompose(variables).map(({ name }) => `  ${name}: \${${name}:-${COMPOSE_DEFAULTS.get(name) ?? ''}}`),
  ],
  [
    '.env.example',
    (variables) => inCompose(variables).map(({ name }) => `#${name}=${COMPOSE_DEFAULTS.get(name) ?? ''}`),
  ],
]);

/** @param {readonly Variable[]} variables */
const inCompose = (variables) => variables.filter(({ name }) => !DECIDED_BY_COMPOSE.includes(name));

/** @param {readonly Variable[]} variables */
function markdown(variables) {
  const rows = variables.map(({ name, also = [], default: fallback, description, secret }) => {
    const names = [name, ...(secret ? [`${name}_FILE`] : []), ...also].map((one) => `\`${one}\``).join(', ');
    const standard = [fallback && shown(fallback), inImage(name)].filter(Boolean).join(' ');
    return `| ${names} |${standard && ` ${standard}`} | ${description} |`;
  });
  return ['', '| Variable | Default | |', '|---|---|---|', ...rows, ''];
}

/**
 * Formats values as code, and leaves words unchanged.
 * @param {string} text
 */
const shown = (text) => (/[ '`]|^(off|any)$/.test(text) ? text : `\`${text}\``);

/** @param {string} name */
function inImage(name) {
  const [environment = ''] = /^ENV .*$/m.exec(read('Dockerfile')) ?? [];
  const [, value] = new RegExp(` ${name}=(\\S+)`).exec(environment) ?? [];
  return value === undefined ? '' : `(\`${value}\` in the image)`;
}

/** @param {string} file relative to the repository */
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');

/**
 * Maps the path of each file in the repository to the text that the file should have.
 * @param {readonly Variable[]} variables
 * @returns {ReadonlyMap<string, string>}
 */
function documentsWith(variables) {
  return new Map([...TABLES].map(([file, table]) => [file, withTable(file, table(variables))]));
}

/**
 * @param {string} file
 * @param {readonly string[]} lines
 */
function withTable(file, lines) {
  const [before, after, ...more] = read(file).split(
    /(?<=settings from npm run docs.*\n)[\s\S]*?(?=.*end of settings)/,
  );
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(
      `${file} must have the marks "settings from npm run docs" and "end of settings" once each.`,
    );
  return `${before}${lines.map((line) => `${line}\n`).join('')}${after}`;
}

function main() {
  parseArgs({ options: {} });
  // The path is computed, because the type check may run before the build.
  const { VARIABLES } = require(path.join(ROOT, 'dist/config/table'));
  for (const [file, text] of documentsWith(VARIABLES)) {
    const isSame = text === read(file);
    if (!isSame) writeFileSync(path.join(ROOT, file), text);
    console.log(`${file}: ${isSame ? 'is up to date' : 'written'}`);
  }
  return 0;
}

module.exports = { documentsWith };
if (require.main === module) runScript(HELP, async () => main());
