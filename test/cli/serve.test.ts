import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { curlCalls, welcomeText } from '../../src/cli/welcome';
import { loadConfig } from '../../src/config';
import { ServiceBusyError } from '../../src/contract/errors';
import { success, useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';
import { freePort } from '../support/free-port';
import { HAS_CURL } from '../support/known-skips.js';

const program = useCommands();
const { databaseUrl: DATABASE_URL = '' } = usePostgres().config();
const folder = (name: string) => path.join(program.folder, name);
const ANY_PORT = { PORT: '0' };
const testWithCurl = HAS_CURL ? test : test.skip;

describe('on the embedded store', () => {
  testWithCurl(
    'the first start adds events and prints calls that return some; the second start keeps them, and prints calls at LOG_LEVEL debug, too',
    async () => {
      const env = { ...ANY_PORT, DATA_DIR: folder('first/of/three') };
      const first = program.begin(['serve'], env);
      const [, calls = ''] = await first.printed(/Example calls:\n(.*?)\n\n/s);
      const curls = calls.trim().split('\n');
      expect(curls).toHaveLength(4);
      for (const curl of curls) {
        const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} --silent --fail`]);
        expect(stdout).toMatch(/"id":\d+,"title":"[^"]/);
      }
      first.signal('SIGTERM');
      expect(await first.exit).toEqual(success(/The store was empty: /));

      // An operator who looks for a problem needs the addresses too, so `debug` logs them.
      const second = program.begin(['serve'], { ...env, LOG_LEVEL: 'debug' });
      await second.printed(/Example calls:/);
      second.signal('SIGINT');
      expect(await second.exit).toEqual(success(/^(?!.*(?:The store was empty|SEED))/s));
    },
  );

  test.each([
    ['how to import events', [], { DATABASE_URL }, /There are no events yet: events-query import/],
    [
      'that tests send events, and does not use the embedded store',
      ['--test'],
      { DATA_DIR: '.data' },
      /DATA_DIR is ignored: (?:.|\n)*There are no events yet: tests send them to test control/,
    ],
  ])('a start without events says %s, after the addresses for clients', async (_, args, env, words) => {
    const PUBLIC_URL = 'https://public.example/legacy';
    const { running } = await program.serve({ ...env, PUBLIC_URL }, args);
    await running.printed(words);
    expect(running.output().stdout).toContain(`Calendar  ${PUBLIC_URL}/\n`);
  });
});

test('with JSON logs a start prints one line and nothing else', async () => {
  const { running } = await program.serve({ DATABASE_URL, LOG_FORMAT: 'json' });
  running.signal('SIGTERM');
  const { code, stdout } = await running.exit;
  const all = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).event);
  // A busy machine may not answer the first attempt to connect in time.
  const events = all.filter((event) => event !== 'database-error');
  expect({ code, events }).toEqual({ code: 0, events: ['listening', 'stopping', 'stopped'] });
});

test('a live stream of requests is at its end when its service stops, and is not cut off', async () => {
  const { running, adminPort } = await program.serve(ANY_PORT, ['--test']);
  const stream = await fetch(`http://127.0.0.1:${adminPort}/test/requests/stream`);
  running.signal('SIGTERM');
  expect(await stream.text()).toMatch(/^:.*\n\n$/);
  expect(await running.exit).toMatchObject({ code: 0 });
});

let socket: Socket | undefined;
afterEach(() => socket?.destroy());

test('a stop does not wait for a client of the admin port that has sent a part of a request', async () => {
  const { running, adminPort } = await program.serve({ ...ANY_PORT, SHUTDOWN_GRACE_MS: '600000' }, [
    '--test',
  ]);
  socket = connect(Number(adminPort), '127.0.0.1');
  socket.write('POST /test/rules HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
  socket.write('Content-Length: 10\r\nExpect: 100-continue\r\n\r\n');
  await once(socket, 'data');
  running.signal('SIGTERM');
  await once(socket, 'close');
  expect(await running.exit).toMatchObject({ code: 0 });
});

describe('a start that fails prints one sentence', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['a host that does not exist', { HOST: 'no-such-host.invalid' }, /^HOST must be an address .*"\.\n$/],
    ['an address of another machine', { HOST: '192.0.2.1' }, /^HOST must be .*, not "192\.0\.2\.1"\.\n$/],
    ['a seed that does not exist', { SEED: 'none-such.json' }, /^.*none-such\.json.*\n$/],
  ])('%s', async (_what, env, sentence) => {
    await program.fill('.data');
    expect(await program.run(['serve'], { ...ANY_PORT, ...env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(sentence),
    });
  });

  // Root may write anywhere.
  (process.getuid?.() === 0 ? test.skip : test)('a folder that may not be written', async () => {
    mkdirSync(folder('locked'));
    // In a folder with the second mode nobody may open a file.
    for (const [mode, name] of [
      [0o500, 'locked/data'],
      [0o600, 'locked'],
    ] as const) {
      chmodSync(folder('locked'), mode);
      const sentence = /^The folder .* can't be used as DATA_DIR: this user may not write there\.\n$/;
      for (const command of ['serve', 'config']) {
        const run = await program.run([command], { ...ANY_PORT, DATA_DIR: folder(name) });
        expect(run).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) });
      }
    }
  });
});

test('at LOG_LEVEL warn a start writes only its warnings, such as the one about a misspelt setting', async () => {
  const adminPort = await freePort();
  const env = { ...ANY_PORT, ADMIN_PORT: String(adminPort), LOG_LEVEL: 'warn', TIMEZONE: 'Europe/Berlin' };
  const running = program.begin(['serve', '--test'], env);
  await running.printed(/TEST_API is on/);
  while ((await fetch(`http://127.0.0.1:${adminPort}/ready`).catch(() => undefined))?.status !== 200)
    await sleep(20);
  running.signal('SIGTERM');
  const { stdout } = await running.exit;
  expect(stdout).toContain('TIMEZONE is not a setting: did you mean TIME_ZONE?\n');
  expect(stdout.replace(/^\S+ warn {2}.*\n/gm, '')).toBe('');
});

test('a start succeeds even if the database is busy when it asks for an example event', async () => {
  const busy = { example: () => Promise.reject(new ServiceBusyError()) };
  expect(await welcomeText(busy, loadConfig({}), 'http://h')).toContain('Calendar  http://h/');
});

test('the printed call has a range of one month in the time zone, which contains its event', () => {
  const config = { serviceNamespace: 'urn:e', rangeUnit: 'unix-ms', timeZone: 'Pacific/Auckland' } as const;
  const [, , ranged = ''] = curlCalls('http://h/e.asmx', config, { id: 1, month: 3, year: 2026 });
  const [from, to] = [/<from>(\d+)</, /<to>(\d+)</].map((one) => Number(one.exec(ranged)?.[1]));
  expect([from, to]).toEqual([Date.UTC(2026, 1, 28, 11), Date.UTC(2026, 2, 31, 11)]);
});
