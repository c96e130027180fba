/**
 * Developers' scripts reject wrong arguments with one sentence and the exit status 2, before they start a program or
 * write a file.
 */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { scripts } from '../../package.json';

const SCRIPTS = path.join(__dirname, '../../scripts');
const folder = mkdtempSync(path.join(tmpdir(), 'events-scripts-'));

const runNode = (args: readonly string[], options: SpawnSyncOptions = {}) =>
  spawnSync(process.execPath, args, { ...options, encoding: 'utf8' });
const fileOf = (name: string) => path.join(SCRIPTS, `${name}.js`);

// asmx.js loads the built program, which `npm run asmx` builds first.
beforeAll(() => {
  expect(runNode([fileOf('build'), '--if-outdated'])).toMatchObject({ status: 0 });
});

test.each([
  ['stress', ['attack', '--bogus'], /^Unknown option '--bogus'\.\n$/],
  ['stress', [], /^There is no scenario "": choose from attack, chaos, fuzz, soak\.\n$/],
  ['stress', ['chaos', '--only', 'nope'], /^No fault's name contains "nope"\.\n$/],
  ['stress', ['attack', '--only', 'nope'], /^No attack's name contains "nope"\.\n$/],
  ['stress', ['soak', '--minutes', 'x'], /^--minutes must be a number above 0, not "x"\.\n$/],
  [
    'stress',
    ['fuzz', '--seed', '7', '--path', '0'],
    /^--path needs the --seed and the --as of the run that printed the path/,
  ],
  ['stress', ['fuzz', '--as', 'nope'], /^There is no configuration "nope": choose from usual, strict\.\n$/],
  ['asmx', ['--bogus'], /^Unknown option '--bogus'\.\n$/],
  ['test-clients', ['--bogus'], /^Unknown option '--bogus'\.\n$/],
  ['compose', ['nope'], /^There is no stack "nope": choose from plain, /],
  ['test-matrix', ['--bogus'], /^Unknown option '--bogus'\.\n$/],
  ['test-matrix', ['--node', '4'], /^There is no Node "4" in the matrix: the matrix has /],
  ['docs', ['--bogus'], /^Unknown option '--bogus'\.\n$/],
  [
    'build',
    ['--bogus'],
    /^node scripts\/build\.js takes --if-outdated, a folder or nothing, not "--bogus"\.\n$/,
  ],
  ['build', ['a', 'b'], /^node scripts\/build\.js takes --if-outdated, a folder or nothing, not "a b"\.\n$/],
])('%s %j is refused with one sentence', (name, args, sentence) => {
  const ran = runNode([fileOf(name), ...args], { cwd: folder });
  expect(ran).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(sentence) });
  expect(existsSync(path.join(folder, args.at(-1) || 'none'))).toBe(false);
});

test.each(['stress', 'asmx', 'test-clients', 'compose', 'test-matrix', 'docs'])(
  '%s --help prints how to use the script, and does nothing else',
  (name) => {
    const { status, stdout, stderr } = runNode([fileOf(name), 'chaos', '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const commands = Object.entries(scripts).filter(([, command]) => command.includes(`scripts/${name}.js`));
    for (const [command] of commands) expect(stdout).toMatch(new RegExp(`^  npm run ${command}\\b`, 'm'));
  },
);

const hasMono = spawnSync('mcs', ['--version']).error === undefined;

test('answers that differ from those of ASMX end the comparison with 1, and so do none', () => {
  const compare = (env: Readonly<Record<string, string>>, requests = '200') =>
    runNode([fileOf('asmx'), '--requests', requests, '--seed', '1'], { env: { ...process.env, ...env } });
  if (hasMono) {
    // Settings of the caller have no effect.
    const same = { status: 0, stdout: expect.stringMatching(/compared: 0 differ\n$/) };
    expect(compare({ STRICT: 'true' })).toMatchObject(same);
    const nothing = { status: 1, stderr: expect.stringMatching(/^Nothing was compared/) };
    expect(compare({}, '0')).toMatchObject(nothing);
    const wrongMono = `#!/bin/sh\nPATH='${process.env.PATH}' mono "$@" | sed 's/^200/500/'\n`;
    writeFileSync(path.join(folder, 'mono'), wrongMono, { mode: 0o755 });
    const different = { status: 1, stdout: expect.stringMatching(/^FAILED/m) };
    expect(compare({ PATH: `${folder}:${process.env.PATH}` })).toMatchObject(different);
  }
  const missing = { status: 2, stderr: expect.stringContaining('install mono-complete') };
  expect(compare({ PATH: '' })).toMatchObject(missing);
});

test('a run of one test file in one process counts its coverage, and stops the Postgres that it started', () => {
  const jest = path.join(SCRIPTS, '../node_modules/jest/bin/jest.js');
  const options = ['-i', '--coverage', '--coverageReporters', 'text-summary', '--coverageDirectory', folder];
  const where = { cwd: path.join(SCRIPTS, '..'), timeout: 120_000 };
  const ran = runNode([jest, 'test/store/reader-role.test.ts', ...options], where);
  expect({ status: ran.status, out: ran.stdout }).toEqual({
    status: 0,
    out: expect.stringMatching(/^\d+ passed, 0 failed$.*^Functions +: [1-9]/ms),
  });
});

describe('a script ends', () => {
  // When nothing is left to do, a library may end the process with a status of its own.
  const run = (work: string, stdout: 'pipe' | number = 'pipe') =>
    runNode(
      [
        '-e',
        `const { runScript, WrongUse } = require(${JSON.stringify(path.join(SCRIPTS, '../test/support/script'))});
        runScript('', async (onEnd) => {
          process.on('beforeExit', () => process.exit(0));
          onEnd(() => console.log('first'));
          onEnd(async () => console.log('second'));
          ${work}
        });`,
      ],
      { timeout: 30_000, stdio: ['ignore', stdout, 'pipe'] },
    );

  test.each([
    ['without findings with 0', 'return 0;', 0, ''],
    ['with findings with 1', 'return 2;', 1, ''],
    ['that counts no number with 1', 'return Number.NaN;', 1, ''],
    ['after an error with 1 and its sentence', "throw new Error('It broke.');", 1, 'It broke.\n'],
    ['after wrong use with 2', "throw new WrongUse('Not so.');", 2, 'Not so.\n'],
    [
      'with 1 if a clean-up fails',
      "onEnd(() => { throw new Error('It stays.'); }); return 0;",
      1,
      'It stays.\n',
    ],
    [
      'after a signal with its status',
      "setInterval(() => {}, 1_000); process.kill(process.pid, 'SIGTERM'); return new Promise(() => {});",
      143,
      '',
    ],
  ])('%s, and stops what it started', (_what, work, status, stderr) => {
    expect(run(work)).toMatchObject({ status, stderr, stdout: 'second\nfirst\n' });
  });

  test.each([
    ['some', 'new Promise(() => {})'],
    ['the last', '0'],
  ])('with 1 and a sentence if %s of its output is lost, and stops what it started', (_what, end) => {
    const work = `onEnd(() => setImmediate(() => console.error('stopped'))); console.log('lost'); return ${end};`;
    expect(run(work, openSync('/dev/full', 'w'))).toMatchObject({
      status: 1,
      stderr: "Standard output can't be written: ENOSPC: no space left on device, write.\nstopped\n",
    });
  });

  test('with 1 if it waits for a promise that is never resolved', () => {
    expect(run('await new Promise(() => {}); return 0;')).toMatchObject({ status: 1 });
  });
});
