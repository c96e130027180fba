/** The scripts for developers, used wrongly: a sentence and the status 2, before anything is started or written. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SCRIPTS = path.join(__dirname, '../../scripts');
const folder = mkdtempSync(path.join(tmpdir(), 'events-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ...['attack', 'chaos', 'fuzz', 'soak'].map((name): [string, string[], RegExp] => [
    name,
    ['--bogus'],
    /^Unknown option '--bogus'\.\n$/,
  ]),
  ['chaos', ['--only', 'nope'], /^No phase's name holds "nope"\.\n$/],
  ['attack', ['--only', 'nope'], /^No attack's name holds "nope"\.\n$/],
  ['fuzz', ['--only', 'nope'], /^--only must be one of requests, import, not "nope"\.\n$/],
  ['soak', ['--minutes', 'x'], /^--minutes must be a number above 0, not "x"\.\n$/],
  ['build', ['--bogus'], /^node scripts\/build\.js takes a folder or nothing, not "--bogus"\.\n$/],
  ['build', ['a', 'b'], /^node scripts\/build\.js takes a folder or nothing, not "a b"\.\n$/],
])('%s %j', (name, args, sentence) => {
  const ran = spawnSync(process.execPath, [path.join(SCRIPTS, `${name}.js`), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(ran).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(sentence) });
  expect(existsSync(path.join(folder, args[0] ?? ''))).toBe(false);
});
