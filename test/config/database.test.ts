import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { loadConfig } from '../../src/config';
import { SettingError } from '../../src/settings/values';

const folder = mkdtempSync(path.join(tmpdir(), 'events-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EVERY_CHARACTER = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

function file(name: string, content: string): string {
  const whole = path.join(folder, name);
  writeFileSync(whole, content);
  return whole;
}

/** What node-postgres makes of the address. */
function connection(env: Record<string, string>) {
  const { host, port, database, user, password } = new Client({
    connectionString: loadConfig(env).databaseUrl ?? '',
  });
  return { host, port, database, user, password };
}

describe('the parts of the address', () => {
  test('are one address; what is not given has a default', () => {
    expect(connection({ DATABASE_HOST: 'db' })).toEqual({
      host: 'db',
      port: 5432,
      database: 'events',
      user: 'events',
      password: null,
    });
    expect(loadConfig({ DATABASE_HOST: 'db' }).seed).toEqual([]);
  });

  test.each([
    ['a name', 'db.example.org', 'db.example.org'],
    ['an IPv6 address', '::1', '::1'],
    ['the folder of a socket', '/var/run/postgresql', '/var/run/postgresql'],
  ])('the host may be %s', (_what, given, host) => {
    expect(connection({ DATABASE_HOST: given }).host).toBe(host);
  });

  test('user, password and database may hold what a URL would split at', () => {
    expect(
      connection({
        DATABASE_HOST: 'db',
        DATABASE_PORT: '5433',
        DATABASE_NAME: 'a/b@c d%41',
        DATABASE_USER: 'who@azure:x/y',
        DATABASE_PASSWORD: EVERY_CHARACTER,
      }),
    ).toEqual({
      host: 'db',
      port: 5433,
      database: 'a/b@c d%41',
      user: 'who@azure:x/y',
      password: EVERY_CHARACTER,
    });
  });

  test('a password may stand beside an address without one', () => {
    const env = {
      DATABASE_URL: 'postgres://me@db:5433/e?sslmode=disable',
      DATABASE_PASSWORD: EVERY_CHARACTER,
    };
    expect(connection(env)).toMatchObject({ host: 'db', port: 5433, user: 'me', password: EVERY_CHARACTER });
    expect(connection({ ...env, DATABASE_URL: 'postgres://db/e' })).toMatchObject({
      host: 'db',
      user: 'events',
    });
  });

  test.each<[Record<string, string>, string]>([
    [
      { DATABASE_PASSWORD: 's3cret' },
      'DATABASE_PASSWORD needs DATABASE_HOST or a DATABASE_URL beside it, and there is none',
    ],
    [{ DATABASE_NAME: 'x' }, 'DATABASE_NAME needs DATABASE_HOST beside it, and there is none'],
    [
      { DATABASE_URL: 'postgres://h/d', DATABASE_HOST: 'h' },
      'DATABASE_HOST and DATABASE_URL exclude each other',
    ],
    [
      { DATABASE_URL: 'postgres://u:s3cret@h/d', DATABASE_PASSWORD: 's3cret' },
      'DATABASE_PASSWORD and the password of DATABASE_URL exclude each other',
    ],
    [
      { DATABASE_URL: 'postgres:///d', DATABASE_PASSWORD: 's3cret' },
      'DATABASE_PASSWORD needs a host in DATABASE_URL',
    ],
    [
      { DATABASE_HOST: 'h', DATABASE_PORT: '0' },
      'DATABASE_PORT must be a whole number from 1 to 65535, not "0"',
    ],
    [
      { DATABASE_HOST: 'a b<' },
      'DATABASE_HOST must be a host name, an address or the folder of a socket, not "a b<"',
    ],
    [{ DATABASE_HOST: 'h', DATABASE_NAME: 'a?b' }, 'DATABASE_NAME must be a name without ? and #, not "a?b"'],
  ])('%j is refused', (env, sentence) => {
    expect(() => loadConfig(env)).toThrow(new SettingError(sentence));
  });
});

describe('DATABASE_URL', () => {
  test.each([
    'mysql://u:s3cret@h/d',
    'postgres://u:s3cret@a,b/d',
    's3cret',
    'postgres://u:pa@s3cret@h:5432/d',
    'postgres://u:pa/s3cret@h:5432/d',
    'postgres://u:pa@s3cret/x@h:5432/d',
    'postgres://u:12?s3cret@h:5432/d',
    'postgres://u:12#s3cret@h:5432/d',
    'postgres://u:12/s3cret@h:5432/d',
    'postgres://u:s3cret%@h:5432/d',
    'postgres://u:s3cret%zz@h:5432/d',
  ])('%s is refused without a word of what was given', (given) => {
    const load = () => loadConfig({ DATABASE_URL: given });
    expect(load).toThrow(/^DATABASE_URL must be one address of the form postgres:/);
    expect(load).not.toThrow(/s3cret/);
  });

  test.each([
    'postgres://h/d',
    'postgresql://u:p%40%2F%3F%23%25@h:5433/d?sslmode=verify-full&application_name=x',
    'postgres://u@%2Fvar%2Frun%2Fpostgresql/d',
    'postgres://[::1]/d',
  ])('%s is taken as it is', (given) => {
    expect(loadConfig({ DATABASE_URL: given }).databaseUrl).toBe(given);
  });
});

describe('a secret in a file', () => {
  test.each([
    ['DATABASE_URL', 'databaseUrl', 'postgres://u:p@h/d', 'postgres://u:p@h/d'],
    ['READER_PASSWORD', 'readerPassword', EVERY_CHARACTER, EVERY_CHARACTER],
  ] as const)('%s_FILE is read, without the end of its line', (name, field, content, value) => {
    for (const end of ['', '\n', '\r\n']) {
      expect(loadConfig({ [`${name}_FILE`]: file(name, content + end) })[field]).toBe(value);
    }
  });

  test('DATABASE_PASSWORD_FILE is read', () => {
    const env = { DATABASE_HOST: 'h', DATABASE_PASSWORD_FILE: file('password', `${EVERY_CHARACTER}\n`) };
    expect(connection(env).password).toBe(EVERY_CHARACTER);
  });

  test('a file that is not there, is a folder, is empty, or stands beside the value is told', () => {
    mkdirSync(path.join(folder, 'folder'));
    const sentenceOf = (env: Record<string, string>) => {
      try {
        return JSON.stringify(loadConfig(env));
      } catch (error) {
        return error instanceof SettingError ? error.message : '';
      }
    };
    const READER_PASSWORD_FILE = path.join(folder, 'folder');
    expect(sentenceOf({ READER_PASSWORD_FILE })).toMatch(
      /^READER_PASSWORD_FILE names ".*folder", .*: it is a folder$/,
    );
    expect(sentenceOf({ READER_PASSWORD_FILE: '/none' })).toMatch(/"\/none", .*: there is no such file$/);
    expect(sentenceOf({ READER_PASSWORD_FILE: file('empty', '\n') })).toMatch(/which is empty$/);
    expect(sentenceOf({ READER_PASSWORD_FILE: file('one', 's3cret'), READER_PASSWORD: 's3cret' })).toBe(
      'READER_PASSWORD and READER_PASSWORD_FILE exclude each other',
    );
  });
});
