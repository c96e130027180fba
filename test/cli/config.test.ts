/** `config` reports everything that would prevent a start, not only invalid values. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { SETTING_NAMES } from '../../src/config/table';
import { failure, useCommands } from '../support/commands';

const program = useCommands();
const config = (env: Record<string, string>) => program.run(['config'], { DATA_DIR: 'some/where', ...env });

beforeAll(() => {
  writeFileSync('events.json', '[]');
  writeFileSync('file', '');
  for (const name of ['empty', 'linked']) mkdirSync(name);
  symlinkSync('nowhere.csv', 'linked/events.csv');
});

test('--help lists every variable that is read, and its default if it has one', async () => {
  const { stdout } = await program.run(['config', '--help']);
  expect(stdout).toMatch(/^ {2}PORT .* \(8080\)$/m);
  expect(stdout).not.toContain('()');
  // The documents have the same descriptions, with commands and settings in backquotes.
  expect(stdout).not.toContain('`');
  expect(SETTING_NAMES.filter((name) => !new RegExp(`\\b${name}\\b`).test(stdout))).toEqual([]);
});

test('a data folder that does not exist yet is accepted, and is not created', async () => {
  expect(await config({ SEED: 'sample,events.json,.' })).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync('some')).toBe(false);
});

const NO_FOLDER = "can't be used as DATA_DIR: a part of its path is a file.\n";

test.each([
  ['DATA_DIR', 'file', `The folder file ${NO_FOLDER}`],
  ['DATA_DIR', 'file/below', `The folder file/below ${NO_FOLDER}`],
  ['SEED', 'nope', "nope can't be read: there is no such file.\n"],
  ['SEED', 'linked', /^linked\/events\.csv can't be read: there is no such/],
  ['SEED', 'empty', /^empty is a folder without event files \(/],
])('%s=%s is reported', async (setting, value, sentence) => {
  expect(await config({ [setting]: value })).toEqual(failure(sentence));
});

test('problems that only a connection can show are not reported', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/d', DATA_DIR: 'file' };
  expect(await config(env)).toMatchObject({ code: 0, stderr: '' });
});
