import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArguments } from '../../src/cli/arguments';
import { UsageError } from '../../src/lib/errors';
import { failure, success, useCommands } from '../support/commands';
import { answering, listening } from '../support/listening';
import { createDatabase, databaseUrl, dropDatabase, SERVER_URL } from '../support/postgres-server';

const program = useCommands();
const COMMANDS =
  'serve import export migrate config healthcheck wsdl format record compare conformance'.split(' ');

test.each(COMMANDS)('%s --help shows an example, and so does -h', async (name) => {
  const help = await program.run([name, '--help']);
  expect(help).toEqual(success(new RegExp(`^Example: .*events-query ${name}`, 'm')));
  expect(await program.run([name, '-h'])).toEqual(help);
});

test.each([
  [['serve', '--prot', '1'], /^Unknown option '--prot'\.\n$/],
  [['serve', '--wait', 'long'], /^--wait must be a whole number from 0 to 99999, not "long"\.\n$/],
  [['serve', '--patience', '1'], /^--patience is now called --wait\.\n$/],
  [['migrate', '--patience', '1'], /^--patience is now called --wait\.\n$/],
  [['serve', '--else', 'fault'], /^--else is now called --fallback\.\n$/],
  [['import', '-', 'a.csv', '-'], /^Standard input can be read only once: give - once\.\n$/],
  [['healthcheck', 'now'], /^Unexpected argument 'now'.*\.\n$/],
])('%j is wrong use, which ends with one sentence and the status 2', async (args, sentence) => {
  expect(await program.run(args)).toEqual(failure(sentence, 2));
});

const OPTIONS = {
  out: { type: 'string' },
  map: { type: 'string', multiple: true },
  verbose: { type: 'boolean' },
} as const;

test.each<[readonly string[], string]>([
  [['--out', 'a', '--out', 'b'], "Option '--out' is given twice: give it once."],
  [['--out=a', '--out', 'a'], "Option '--out' is given twice: give it once."],
  [['--out', ''], "Option '--out' needs a value."],
  [['--out='], "Option '--out' needs a value."],
  [['--map', ''], "Option '--map' needs a value."],
  ...['--verbose', '-1'].map((value): [string[], string] => [
    ['--out', value],
    `Option '--out' needs a value, and '${value}' looks like another option: if '${value}' is the value, write '--out=${value}'.`,
  ]),
  [['--verbose=x'], "Option '--verbose' takes no value."],
  [['--verbos'], "Unknown option '--verbos': did you mean --verbose?"],
  [['--ver'], "Unknown option '--ver'."],
  [['a', ''], 'An argument is empty: give a value, or leave the argument out.'],
])('%j is refused, and no part of it is ignored', (argv, sentence) => {
  expect(() => parseArguments(argv, OPTIONS, {}, true)).toThrow(new UsageError(sentence));
});

test('repeatable options and flags may be repeated', () => {
  const argv = ['--map', 'a=b', '--map', 'c=d', '--verbose', '--verbose', '--out=-x', 'file', 'file'];
  expect(() => parseArguments(argv, OPTIONS, {}, true)).not.toThrow();
});

test.each([
  ['DATABASE_URL', 'postgres://x/y'],
  ['PGHOST', 'x'],
])('serve --test is refused if %s is set', async (name, value) => {
  const sentence = new RegExp(`^--test keeps events in memory: unset .*${name}`);
  expect(await program.run(['serve', '--test'], { [name]: value })).toEqual(failure(sentence, 2));
});

test('a blank ADMIN_PORT is not set, so serve --test chooses its own', async () => {
  // The wrong PORT ends the command before it opens a port.
  const run = await program.run(['serve', '--test'], { ADMIN_PORT: ' ', PORT: 'x' });
  expect(run).toEqual(failure('PORT must be a whole number from 0 to 65535, not "x"\n'));
});

describe('healthcheck', () => {
  const healthcheck = (env: Record<string, string>) => program.run(['healthcheck'], env);

  test.each([
    ['PORT', 200, '<html>Welcome</html>\n'],
    ['ADMIN_PORT', 200, '<html>Welcome</html>\n'],
    ['PORT', 404, '<string>Not here</string>'],
  ] as const)('%s of another program, which answers %i, is refused', async (setting, status, text) => {
    const other = createServer((_request, response) => response.writeHead(status).end(text));
    const hosts = { PORT: '127.0.0.2', ADMIN_PORT: '127.0.0.3' };
    const { hostname, port } = await listening(other, hosts[setting]);
    const env = { HOST: hosts.PORT, ADMIN_HOST: hosts.ADMIN_PORT, [setting]: String(port) };
    const sentence = `The program on ${hostname}, port ${port}, is not this service.\n`;
    expect(await healthcheck(env)).toEqual(failure(sentence));
  });

  test.each([
    ['the first line of an error is the reason', 'A bug.\r\nMore.', 'A bug.'],
    ['control characters are escaped', 'A\x1b[2J bug.', String.raw`A\u001b[2J bug.`],
    ['a long reason is cut, because an orchestrator keeps it', 'x'.repeat(1_000), 'x'.repeat(300)],
  ])('says why the service is not ready: %s', async (_what, text, reason) => {
    const { port } = await answering((_request, response) => response.writeHead(500).end(text));
    expect(await healthcheck({ PORT: String(port) })).toEqual(failure(`Not ready: ${reason}\n`));
  });

  test('the answer of another program is read no further than 100,000 bytes', async () => {
    const { port } = await answering((_request, response) => response.end(`<string/>${'x'.repeat(100_000)}`));
    expect(await healthcheck({ PORT: String(port) })).toEqual(failure(/100000 bytes/));
  });

  test.each(['PORT', 'ADMIN_PORT'])('%s=0 is refused, because a port is needed to ask', async (setting) => {
    const sentence = `healthcheck needs a fixed port, and ${setting}=0 means any free port: set ${setting} to the port of the service.\n`;
    expect(await healthcheck({ [setting]: '0' })).toEqual(failure(sentence));
  });
});

test('migrate says that READER_PASSWORD is ignored for the embedded store', async () => {
  await program.fill('roleless');
  const env = { DATA_DIR: 'roleless', SEED: 'none', READER_PASSWORD: 's3cret' };
  const run = await program.run(['migrate'], env);
  expect(run).toEqual(success(/\nREADER_PASSWORD is ignored: the embedded store has no roles\.\n$/));
  expect(run.stdout).not.toContain('s3cret');
});

describe('migrate', () => {
  const serverUrl = process.env[SERVER_URL] ?? '';
  const name = `events_migrate_${randomBytes(6).toString('hex')}`;
  const DATABASE_URL = databaseUrl(serverUrl, name);
  beforeEach(() => createDatabase(name, 'template0'));
  afterEach(() => dropDatabase(name));

  test('migrates and seeds, and does nothing the second time', async () => {
    const migrate = (env: Record<string, string>) => program.run(['migrate'], { DATABASE_URL, ...env });
    const applied =
      /^Applied the migrations 0001_events\.sql.*\.\nThe store was empty: \d+ events imported from sample\.\n$/;
    expect(await migrate({ SEED: 'sample' })).toEqual(success(applied));
    expect(await migrate({})).toEqual(success('The database is up to date.\n'));
    // A store with events ignores an explicit SEED, and `migrate` says so.
    expect(await migrate({ SEED: 'edited.json' })).toEqual(success(/SEED=edited\.json is ignored/));
    // serve does not fill a database on a server. If SEED is set, serve says so.
    const ignored = /SEED=sample is ignored: .* events-query migrate does\.[\s\S]*The service is listening/;
    await program.begin(['serve'], { DATABASE_URL, PORT: '0', SEED: 'sample' }).printed(ignored);
  });

  test('healthcheck calls the service if there is no admin port, and reports a lost database and an end', async () => {
    await program.run(['migrate'], { DATABASE_URL, SEED: 'none' });
    const service = program.begin(['serve'], { DATABASE_URL, PORT: '0', QUERY_TIMEOUT_MS: '3000' });
    const [, PORT = ''] = await service.printed(/listening on http:\S+:(\d+)/);
    const healthcheck = () => program.run(['healthcheck'], { PORT });
    expect(await healthcheck()).toEqual(success('The service is ready.\n'));
    await dropDatabase(name);
    const away = 'Not ready: The event database is not available at the moment.\n';
    expect(await healthcheck()).toEqual(failure(away));
    service.signal('SIGTERM');
    await service.exit;
    const ended = `http://127.0.0.1:${PORT} can't be reached: nothing listens there.\n`;
    expect(await healthcheck()).toEqual(failure(ended));
  });
});

test('a command that has ended has released the store', async () => {
  writeFileSync('one.json', '[{ "title": "One", "start": "2026-03-01" }]');
  for (const args of [['migrate'], ['import', 'one.json'], ['export']]) {
    expect(await program.run(args, { DATA_DIR: 'released' })).toMatchObject({ code: 0 });
    expect(readdirSync('released').filter((name) => name.startsWith('lock'))).toEqual([]);
  }
});
