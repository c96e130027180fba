import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { parseArguments } from '../../src/cli/arguments';
import { UsageError } from '../../src/lib/errors';
import { useCommands } from '../support/commands';
import { listening } from '../support/listening';
import { createDatabase, databaseUrl, dropDatabase, SERVER_URL } from '../support/postgres-server';

const program = useCommands();
const COMMANDS =
  'serve import export migrate config healthcheck wsdl format record compare conformance'.split(' ');

test.each(COMMANDS)('%s --help shows an example, and so does -h', async (name) => {
  const { code, stdout, stderr } = await program.run([name, '--help']);
  expect((await program.run([name, '-h'])).stdout).toBe(stdout);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^Example: .*events-query ${name}`, 'm'));
});

test.each([
  [['serve', '--prot', '1'], /^Unknown option '--prot'\.\n$/],
  [['serve', '--wait', 'long'], /^--wait must be a whole number from 0 to 99999, not "long"\.\n$/],
  [['serve', '--patience', '1'], /^--patience is called --wait\.\n$/],
  [['migrate', '--patience', '1'], /^--patience is called --wait\.\n$/],
  [['serve', '--else', 'fault'], /^--else is called --fallback\.\n$/],
  [['import', '-', 'a.csv', '-'], /^Standard input can be read only once: give - once\.\n$/],
  [['healthcheck', 'now'], /^Unexpected argument 'now'.*\.\n$/],
])('%j is wrong use, which ends with one sentence and the status 2', async (args, sentence) => {
  const { code, stdout, stderr } = await program.run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(sentence);
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
  [
    ['--out', '--verbose'],
    "Option '--out' needs a value, and '--verbose' looks like another option: to pass it as the value, write '--out=--verbose'.",
  ],
  [
    ['--out', '-1'],
    "Option '--out' needs a value, and '-1' looks like another option: to pass it as the value, write '--out=-1'.",
  ],
  [['--verbose=x'], "Option '--verbose' takes no value."],
  [['--verbos'], "Unknown option '--verbos': did you mean --verbose?"],
  [['--ver'], "Unknown option '--ver'."],
  [['a', ''], 'An argument is empty: give a value, or leave it out.'],
])('%j is refused, and no part of it is ignored', (argv, sentence) => {
  expect(() => parseArguments(argv, OPTIONS, {}, true)).toThrow(new UsageError(sentence));
});

test('repeatable options and flags may be repeated', () => {
  const argv = ['--map', 'a=b', '--map', 'c=d', '--verbose', '--verbose', '--out=-x', 'file', 'file'];
  expect(() => parseArguments(argv, OPTIONS, {}, true)).not.toThrow();
});

test('a blank ADMIN_PORT is not set, so serve --test chooses its own', async () => {
  // The wrong PORT ends the command before it opens a port.
  expect(await program.run(['serve', '--test'], { ADMIN_PORT: ' ', PORT: 'x' })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'PORT must be a whole number from 0 to 65535, not "x"\n',
  });
});

describe('healthcheck', () => {
  test('calls the service if there is no admin port', async () => {
    await program.fill('health');
    const env = { PORT: '0', DATA_DIR: 'health', SEED: 'none' };
    const service = program.begin(['serve'], env);
    const [, port = ''] = await service.printed(/listening on http:\S+:(\d+)/);
    expect(await program.run(['healthcheck'], { PORT: port })).toEqual({
      code: 0,
      stdout: 'The service is ready.\n',
      stderr: '',
    });
    service.signal('SIGTERM');
    await service.exit;
    expect(await program.run(['healthcheck'], { PORT: port })).toEqual({
      code: 1,
      stdout: '',
      stderr: `http://127.0.0.1:${port} can't be reached: nothing listens there.\n`,
    });
  });

  test.each([
    ['PORT', 200, '<html>Welcome</html>\n'],
    ['ADMIN_PORT', 200, '<html>Welcome</html>\n'],
    ['PORT', 404, '<string>Not here</string>'],
  ] as const)(
    '%s of another program, which answers %i, is not mistaken for the service',
    async (setting, status, text) => {
      const other = http.createServer((_request, response) => response.writeHead(status).end(text));
      const hosts = { PORT: '127.0.0.2', ADMIN_PORT: '127.0.0.3' };
      const { hostname, port } = await listening(other, hosts[setting]);
      const env = { HOST: hosts.PORT, ADMIN_HOST: hosts.ADMIN_PORT, [setting]: String(port) };
      expect(await program.run(['healthcheck'], env)).toEqual({
        code: 1,
        stdout: '',
        stderr: `The program on ${hostname}, port ${port}, is not this service.\n`,
      });
    },
  );

  test('the first line of an error that the service answers is the reason why it is not ready', async () => {
    const failing = http.createServer((_request, response) => response.writeHead(500).end('A bug.\r\nMore.'));
    const { port } = await listening(failing);
    expect(await program.run(['healthcheck'], { PORT: String(port) })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Not ready: A bug.\n',
    });
  });

  test('a long reason is cut, because an orchestrator keeps it', async () => {
    const failing = http.createServer((_request, response) => response.writeHead(500).end('x'.repeat(1_000)));
    const { port } = await listening(failing);
    const { stderr } = await program.run(['healthcheck'], { PORT: String(port) });
    expect(stderr).toBe(`Not ready: ${'x'.repeat(300)}\n`);
  });

  test('the answer of another program is read no further than 100,000 bytes', async () => {
    const other = http.createServer((_request, response) => response.end(`<string/>${'x'.repeat(100_000)}`));
    const { port } = await listening(other);
    const { code, stderr } = await program.run(['healthcheck'], { PORT: String(port) });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('100000 bytes') });
  });

  test.each(['PORT', 'ADMIN_PORT'])('%s=0 is refused, because a port is needed to ask', async (setting) => {
    const { code, stderr } = await program.run(['healthcheck'], { [setting]: '0' });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `healthcheck needs a fixed port, and ${setting}=0 means any: set ${setting} to the service's own.\n`,
    });
  });
});

test('migrate says that READER_PASSWORD is ignored for the embedded store', async () => {
  await program.fill('roleless');
  const env = { DATA_DIR: 'roleless', SEED: 'none', READER_PASSWORD: 's3cret' };
  const { code, stdout, stderr } = await program.run(['migrate'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/\nREADER_PASSWORD is ignored: the embedded store has no roles\.\n$/);
  expect(stdout).not.toContain('s3cret');
});

describe('migrate', () => {
  const serverUrl = process.env[SERVER_URL] ?? '';
  const name = `events_migrate_${randomBytes(6).toString('hex')}`;
  const DATABASE_URL = databaseUrl(serverUrl, name);
  beforeEach(() => createDatabase(name, 'template0'));
  afterEach(() => dropDatabase(name));

  test('migrates and seeds, and does nothing the second time', async () => {
    const first = await program.run(['migrate'], { DATABASE_URL, SEED: 'sample' });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^Applied 0001_events\.sql.*\.\nThe store was empty: \d+ events imported from sample\.\n$/,
    );
    expect(await program.run(['migrate'], { DATABASE_URL })).toEqual({
      code: 0,
      stdout: 'The database is up to date.\n',
      stderr: '',
    });
    // In a store with events an explicit SEED is ignored, with a message.
    expect(await program.run(['migrate'], { DATABASE_URL, SEED: 'edited.json' })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('SEED=edited.json is ignored'),
    });
    // serve does not fill a database on a server, and says so if SEED is set.
    const serving = program.begin(['serve'], { DATABASE_URL, PORT: '0', SEED: 'sample' });
    await serving.printed(
      /SEED=sample is ignored: .* events-query migrate does\.[\s\S]*The service is listening/,
    );
  });

  test('a service without its database is not healthy, although it listens', async () => {
    await program.run(['migrate'], { DATABASE_URL, SEED: 'none' });
    const service = program.begin(['serve'], { DATABASE_URL, PORT: '0', QUERY_TIMEOUT_MS: '3000' });
    const [, PORT = ''] = await service.printed(/listening on http:\S+:(\d+)/);
    expect(await program.run(['healthcheck'], { PORT })).toMatchObject({ code: 0 });
    await dropDatabase(name);
    expect(await program.run(['healthcheck'], { PORT })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Not ready: The event database is not available at the moment.\n',
    });
    service.signal('SIGTERM');
    await service.exit;
  });
});

test('a command that has ended has released the store', async () => {
  writeFileSync('one.json', '[{ "title": "One", "start": "2026-03-01" }]');
  for (const args of [['migrate'], ['import', 'one.json'], ['export']]) {
    expect(await program.run(args, { DATA_DIR: 'released' })).toMatchObject({ code: 0 });
    expect(readdirSync('released').filter((name) => name.startsWith('lock'))).toEqual([]);
  }
});
