import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { loadConfig, settingWarnings } from '../../src/config';
import { SettingError } from '../../src/config/read-env';

const folder = mkdtempSync(path.join(tmpdir(), 'events-secrets-'));

const EVERY_CHARACTER = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));

function file(name: string, content: string | Buffer): string {
  const whole = path.join(folder, name);
  writeFileSync(whole, content);
  return whole;
}

function connection(env: Record<string, string>) {
  const connectionString = loadConfig(env).databaseUrl ?? '';
  const { host, port, database, user, password } = new Client({ connectionString });
  return { host, port, database, user, password };
}

describe("libpq's variables", () => {
  test.each([
    ['a name', 'db.example.org', 'db.example.org'],
    ['an IPv6 address', '::1', '::1'],
    ['an IPv6 address in brackets', '[::1]', '::1'],
    ['the folder of a socket', '/var/run/postgresql', '/var/run/postgresql'],
    ['a folder with colons', '/cloudsql/project:region:name', '/cloudsql/project:region:name'],
  ])('PGHOST may be %s', (_what, given, host) => {
    expect(connection({ PGHOST: given })).toMatchObject({ host, port: 5432 });
    expect(loadConfig({ PGHOST: given }).seed).toEqual([]);
  });

  const REST = { PGHOST: 'h', PGPORT: '5434', PGDATABASE: 'd', PGUSER: 'u', PGPASSWORD: EVERY_CHARACTER };
  const password = EVERY_CHARACTER;
  test.each([
    // Host, port, database, user and password follow each URL.
    ['postgres://db/?sslmode=disable', 'db', 5434, 'd', 'u', password],
    ['postgres://me:mine@db:5433/e', 'db', 5433, 'e', 'me', 'mine'],
    ['postgres:///e', 'h', 5434, 'e', 'u', password],
    ['postgres:///e?host=/run/postgresql', '/run/postgresql', 5434, 'e', 'u', password],
    ['postgres:///e?host=db&port=5433', 'db', 5433, 'e', 'u', password],
  ])('add what %s lacks, and replace no part of it', (DATABASE_URL, ...whole) => {
    expect(Object.values(connection({ ...REST, DATABASE_URL }))).toEqual(whole);
    expect(Object.values(connection({ ...REST, DATABASE_URL, PGSSLMODE: 'require' }))).toEqual(whole);
  });

  test.each([
    [{ PGPORT: '5434' }, 'postgres:///?host=h&port=5434'],
    [{ PGDATABASE: 'd' }, 'postgres:///d?host=h'],
    [{ PGUSER: 'u' }, 'postgres:///?host=h&user=u'],
    [{ PGPASSWORD: 'p' }, 'postgres:///?host=h&password=p'],
  ])('add with %j only this one part', (env, url) => {
    expect(loadConfig({ PGHOST: 'h', ...env }).databaseUrl).toBe(url);
  });

  test.each(['PGPORT', 'PGDATABASE', 'PGUSER'])(
    '%s without a server has no effect, which is said',
    (name) => {
      const env = { [name]: '5434' };
      expect(settingWarnings(env)).toEqual([`${name} has no effect without PGHOST or DATABASE_URL.`]);
      for (const server of ['PGHOST', 'DATABASE_URL', 'DATABASE_URL_FILE'])
        expect(settingWarnings({ ...env, [server]: 'h' })).toEqual([]);
    },
  );

  test('may contain the characters at which a URL would split in user, password and database', () => {
    const [PGDATABASE, PGUSER] = ['a/b@c d%41', 'who@azure:x/y'];
    const given = connection({ ...REST, PGPORT: '65535', PGDATABASE, PGUSER });
    expect(given).toEqual({ host: 'h', port: 65_535, database: PGDATABASE, user: PGUSER, password });
  });

  test('are ignored without a host, because they may be set for other programs', () => {
    const env = { PGUSER: 'u', PGPASSWORD: 'p', PGDATABASE: 'd', PGPORT: '1' };
    expect(loadConfig(env).databaseUrl).toBeUndefined();
  });

  type Refused = [env: Record<string, string>, sentence: string];
  const HOSTS = 'a host name, an address or the folder of a socket';
  const MODES = 'one of disable, prefer, require, verify-ca, verify-full, no-verify';
  test.each<Refused>([
    [{ PGHOST: 'h', PGPORT: '0' }, 'PGPORT must be a whole number from 1 to 65535, not "0"'],
    [{ PGHOST: 'h', PGPORT: '1e3' }, 'PGPORT must be a whole number from 1 to 65535, not "1e3"'],
    ...['x', '0', '65536'].map(
      (port): Refused => [
        { DATABASE_URL: `postgres:///d?host=h&port=${port}` },
        `port in DATABASE_URL must be a whole number from 1 to 65535, not "${port}"`,
      ],
    ),
    ...['a b<', 'a,b', 'db:5432', 'postgres://db', '[::1]:5432', 'run/postgresql'].map(
      (host): Refused => [{ PGHOST: host }, `PGHOST must be ${HOSTS}, not "${host}"`],
    ),
    [{ PGHOST: 'h', PGSSLMODE: 'verify_full' }, `PGSSLMODE must be ${MODES}, not "verify_full"`],
    ...['bogus', ''].map(
      (mode): Refused => [
        { DATABASE_URL: `postgres://h/d?sslmode=${mode}` },
        `sslmode in DATABASE_URL must be ${MODES}, not "${mode}"`,
      ],
    ),
    [
      { DATABASE_URL: 'postgres://h/d?ssl=false' },
      `ssl in DATABASE_URL must be written as sslmode with ${MODES}, not "false"`,
    ],
    [{ PGHOST: 'h', PGDATABASE: 'a?b' }, 'PGDATABASE must be a name without ? and #, not "a?b"'],
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
  ])('%s is refused, and the message does not contain the value', (given) => {
    const load = () => loadConfig({ DATABASE_URL: given });
    expect(load).toThrow(/^DATABASE_URL must be one address of the form postgres:/);
    expect(load).not.toThrow(/s3cret/);
  });

  test('of another kind of database gets no advice about passwords', () => {
    const load = () => loadConfig({ DATABASE_URL: 'mysql://h/d' });
    expect(load).toThrow('does not begin with postgres://');
    expect(load).not.toThrow('%40');
  });

  test.each([
    'postgres://h/d',
    'postgresql://u:p%40%2F%3F%23%25@h:5433/d?sslmode=verify-full&application_name=x',
    'postgres://u@%2Fvar%2Frun%2Fpostgresql/d',
    'postgres:///d?host=h&port=',
    'postgres://[::1]/d',
  ])('%s is accepted unchanged', (given) => {
    expect(loadConfig({ DATABASE_URL: given }).databaseUrl).toBe(given);
  });

  test.each(['prefer', 'require', 'verify-ca'])(
    'with the mode %s checks as much as with verify-full, and node-postgres has nothing to warn of',
    (mode) => {
      const warn = jest.spyOn(process, 'emitWarning').mockImplementation();
      const DATABASE_URL = `postgres://h/d?sslmode=${mode}&application_name=x`;
      const connectionString = loadConfig({ DATABASE_URL }).databaseUrl ?? '';
      expect(connectionString).toBe('postgres://h/d?sslmode=verify-full&application_name=x');
      expect(new Client({ connectionString })).toHaveProperty('ssl', {});
      expect(warn).not.toHaveBeenCalled();
    },
  );

  test('names certificates that can be read, of which the authority has one', () => {
    const load = (parameters: string) => loadConfig({ DATABASE_URL: `postgres://h/d?${parameters}` });
    for (const name of ['sslrootcert', 'sslcert', 'sslkey'])
      expect(() => load(`${name}=${folder}`)).toThrow(
        new SettingError(`${name} of DATABASE_URL names a file that can't be read: it is a folder.`),
      );
    const without = 'sslrootcert of DATABASE_URL names a file without a certificate in PEM form.';
    for (const [name, content] of [
      ['none.crt', ''],
      ['ca.key', '-----BEGIN PRIVATE KEY-----\n'],
    ] as const)
      expect(() => load(`sslrootcert=${file(name, content)}`)).toThrow(new SettingError(without));
    const url = `postgres://h/d?sslrootcert=${file('ca.crt', '-----BEGIN CERTIFICATE-----\n')}`;
    expect(loadConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test('may have a scheme in capitals', () => {
    expect(loadConfig({ DATABASE_URL: 'POSTGRES://h/d' }).databaseUrl).toBe('postgres://h/d');
  });
});

describe('a secret in a file', () => {
  test.each([
    ['DATABASE_URL', 'databaseUrl', 'postgres://u:p@h/d', 'postgres://u:p@h/d'],
    ['READER_PASSWORD', 'readerPassword', EVERY_CHARACTER, EVERY_CHARACTER],
  ] as const)('%s_FILE is read without its final line end', (name, field, content, value) => {
    for (const end of ['', '\n', '\r\n']) {
      expect(loadConfig({ [`${name}_FILE`]: file(name, content + end) })[field]).toBe(value);
    }
    // Editors of Windows write this byte order mark.
    expect(loadConfig({ [`${name}_FILE`]: file(name, `\ufeff${content}`) })[field]).toBe(value);
  });

  test('a server whose address is in a file gets no sample events', () => {
    expect(loadConfig({ DATABASE_URL_FILE: file('url', 'postgres://h/d') }).seed).toEqual([]);
  });

  const NOT_TEXT = /^READER_PASSWORD_FILE names the file ".*(utf16|latin1|nul)", which is not UTF-8 text$/;
  test.each<[string, RegExp]>([
    [folder, /^READER_PASSWORD_FILE names ".*events-secrets-\w+", .*: it is a folder$/],
    ['/none', /"\/none", .*: there is no such file$/],
    [file('empty', '\n'), /which is empty$/],
    // PowerShell 5 writes UTF-16.
    [file('utf16', Buffer.from('\ufeffs3cret', 'utf16le')), NOT_TEXT],
    [file('latin1', Buffer.from('s3cr\u00e9t', 'latin1')), NOT_TEXT],
    [file('nul', 's3\0cret'), NOT_TEXT],
  ])('%s is no file of a secret', (READER_PASSWORD_FILE, sentence) => {
    const load = () => loadConfig({ READER_PASSWORD_FILE });
    expect(load).toThrow(SettingError);
    expect(load).toThrow(sentence);
  });

  test('a secret must not be set twice', () => {
    const env = { READER_PASSWORD_FILE: file('one', 's3cret'), READER_PASSWORD: 's3cret' };
    const sentence = 'READER_PASSWORD and READER_PASSWORD_FILE are both set: use one of them';
    expect(() => loadConfig(env)).toThrow(new SettingError(sentence));
  });
});
