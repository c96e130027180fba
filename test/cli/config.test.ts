/** `config` reports everything that would prevent a start, not only invalid values. */
import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configCommand } from '../../src/cli/config';
import { runCommand } from '../support/run-command';

const folder = mkdtempSync(path.join(tmpdir(), 'events-config-'));
const DATA_DIR = path.join(folder, 'some', 'where');
const at = (name: string) => path.join(folder, name);

const complaint = async (env: Record<string, string>) => {
  const outcome = await runCommand(configCommand, [], { env: { DATA_DIR, ...env } });
  expect(outcome).toMatchObject({ code: 1, out: '' });
  return outcome.err;
};

beforeAll(() => {
  writeFileSync(at('events.json'), '[]');
  writeFileSync(at('file'), '');
  mkdirSync(at('empty'));
  mkdirSync(at('linked'));
  symlinkSync('nowhere.csv', at('linked/events.csv'));
});

test('a folder of data that is still to be made is fine, and is not made', async () => {
  const env = { DATA_DIR, SEED: `sample,${at('events.json')},${folder}` };
  expect(await runCommand(configCommand, [], { env })).toMatchObject({ code: 0, err: '' });
  expect(existsSync(path.dirname(DATA_DIR))).toBe(false);
});

test.each(['file', 'file/below'])('DATA_DIR=%s is told', async (name) => {
  expect(await complaint({ DATA_DIR: at(name) })).toBe(
    `The folder ${at(name)} can't be used as DATA_DIR: a part of its path is a file.\n`,
  );
});

test('an unreadable SEED is reported', async () => {
  expect(await complaint({ SEED: at('nope') })).toBe(`${at('nope')} can't be read: there is no such file.\n`);
  expect(await complaint({ SEED: at('linked') })).toMatch(
    /linked\/events\.csv can't be read: there is no such/,
  );
  expect(await complaint({ SEED: at('empty') })).toMatch(/empty is a folder without event files \(/);
});

test('problems that only a connection shows are left to the start', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/d', DATA_DIR: at('file') };
  expect(await runCommand(configCommand, [], { env })).toMatchObject({ code: 0, err: '' });
});
