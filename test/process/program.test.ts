/**
 * These behaviours need a real process: the first lines, the end of the output, modules that are loaded early, and
 * signals.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commit } from '../../scripts/build';
import { lockFolder } from '../../src/store/embedded/lock';
import { usePostgres } from '../support/databases';
import { deferred } from '../support/deferred';
import { freePort } from '../support/free-port';
import { listening } from '../support/listening';
import { send } from '../support/send';
import { follow, useProgram } from './program';

const program = useProgram();
const engine = usePostgres();
const env = () => ({ DATABASE_URL: engine.config().databaseUrl ?? '' });

test('--help names every command, --version prints the version, and an unknown name is wrong use', async () => {
  const help = await program.start(['--help']).exit;
  expect(help).toMatchObject({ code: 0, stderr: '' });
  const { version } = JSON.parse(readFileSync(path.join(program.folder, 'package.json'), 'utf8'));
  const shown = await program.start(['--version']).exit;
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  // A downloaded archive of the repository has no commit.
  const built = commit() === undefined ? '' : ' \\([0-9a-f]{12}(-dirty)?\\)';
  expect(shown.stdout).toMatch(new RegExp(`^${version.replaceAll('.', '[.]')}${built}\n$`));
  const names = [...help.stdout.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name);
  const files = readdirSync(path.join(program.folder, 'dist/cli')).map((file) => path.parse(file).name);
  expect(names.filter((name) => !files.includes(name ?? ''))).toEqual([]);
  expect(names).toContain('serve');
  expect(await program.start(['sevre']).exit).toEqual({
    code: 2,
    stdout: '',
    stderr: `There is no command "sevre": the commands are ${names.join(', ')} (did you mean serve?).\n`,
  });
});

test('a build of a checkout knows its commit, and whether anything was changed since', () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'events-checkout-'));
  for (const file of ['package.json', 'scripts/build.js', 'scripts/empty-store.js'])
    cpSync(path.join(__dirname, '../..', file), path.join(cwd, file));
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null' };
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  const built = () => run(process.execPath, '-p', "require('./scripts/build').commit()").stdout;
  expect(built()).toBe('undefined\n');
  // A machine without git has no checkout.
  if (run('git', 'init').status !== 0) return;
  run('git', 'add', '.');
  run('git', '-c', 'user.name=a', '-c', 'user.email=a', 'commit', '-m', 'a');
  expect(built()).toMatch(/^[0-9a-f]{12}\n$/);
  writeFileSync(path.join(cwd, 'package.json'), '{"dependencies":{}}');
  expect(built()).toMatch(/^[0-9a-f]{12}-dirty\n$/);
});

test('a build into a folder that can’t be made fails with one line, and not with one for each file', () => {
  const args = [path.join(__dirname, '../../scripts/build.js'), path.join(__filename, 'dist')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^The program is not built: E[A-Z]+: .*\n$/);
});

test('a build has the files that the pages serve', () => {
  const filesIn = (folder: string) => readdirSync(path.join(folder, 'pages/assets')).sort();
  const sources = filesIn(path.join(__dirname, '../../src'));
  expect(filesIn(path.join(program.folder, 'dist'))).toEqual(sources);
});

test('the WSDL has the same line ends if a checkout has given its file others', async () => {
  const file = path.join(program.folder, 'wsdl/Events.wsdl');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
  const { stdout } = await program.start(['wsdl']).exit;
  expect(stdout.trimEnd().split('\r\n').length).toBeGreaterThan(100);
  expect(stdout.trimEnd().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('a bug ends the program with a sentence, and at LOG_LEVEL=debug with the stack', async () => {
  const file = path.join(program.folder, 'bug.js');
  writeFileSync(file, String.raw`setTimeout(() => { throw new Error('a\nbug'); })`);
  const waiting = { DATABASE_URL: 'postgres://127.0.0.1:1/d', PORT: '0', LOG_LEVEL: 'debug' };
  const { code, stderr } = await program.start(['serve'], waiting, ['--require', file]).exit;
  expect(stderr).toMatch(/^An unexpected error occurred: a bug\nError: a\nbug\n {4}at /);
  expect(code).toBe(1);
});

test('a command that waits for something that never comes ends with 1 and a sentence', async () => {
  const file = path.join(program.folder, 'never.js');
  writeFileSync(file, "require('node:fs/promises').stat = () => new Promise(() => {});");
  expect(await program.start(['format', '--from', 'a.json'], {}, ['--require', file]).exit).toEqual({
    code: 1,
    stdout: '',
    stderr: 'An unexpected error occurred: the command has not ended, but nothing is left to do\n',
  });
});

/** Returns the exit status of the program (not of the pipe), and its output on standard error. */
function shell(line: string): Promise<{ readonly code: string; readonly stderr: string }> {
  const main = `"${process.execPath}" --disable-proto=delete "${path.join(program.folder, 'dist/main.js')}"`;
  const script = line.replace('PROGRAM', `{ ${main}`).replace('|', '; echo $? >&3; } |');
  return new Promise((resolve) => {
    const command = `{ ${script}; } 3>&1 >/dev/null`;
    const options = { cwd: program.folder, env: { PATH: process.env.PATH, ...env() } };
    execFile('sh', ['-c', command], options, (_error, stdout, stderr) => {
      resolve({ code: stdout.trim(), stderr });
    });
  });
}

test.each([
  ['config | true', '0', ''],
  // The status shows a script that its arguments are wrong, even if nobody reads the sentence.
  ['sevre 2>&1 | true', '2', ''],
  ['export | true', '1', "standard output can't be written: the reader has ended.\n"],
  ['-h > /dev/full | true', '1', "Standard output can't be written: the disk is full.\n"],
  // A service continues if its log can't be written. A command fails if its help can't be written.
  ['serve --help > /dev/full | true', '1', "Standard output can't be written: the disk is full.\n"],
  ['serve -h > /dev/full | true', '1', "Standard output can't be written: the disk is full.\n"],
])('%s ends with the status %s: %j', async (line, code, stderr) => {
  expect(await shell(`PROGRAM ${line}`)).toEqual({ code, stderr });
});

test('a process that may open few files says so, and idle clients keep neither other clients nor the database out', async () => {
  const [port, admin] = await Promise.all([freePort(), freePort()]);
  const main = path.join(program.folder, 'dist/main.js');
  const serve = (files: number) => {
    const command = `ulimit -n ${files}; exec "${process.execPath}" "${main}" serve`;
    const settings = { ...env(), PATH: process.env.PATH, PORT: String(port), ADMIN_PORT: String(admin) };
    return follow(spawn('sh', ['-c', command], { cwd: program.folder, env: settings }));
  };
  expect(await serve(200).exit).toMatchObject({
    code: 1,
    stderr:
      'This process may open only 200 files and connections (ulimit -n): the service needs more than 200.\n',
  });

  const service = serve(220);
  const idle = new Set<Socket>();
  try {
    await service.printed(/The service is listening on/);
    for (let count = 0; count < 250; count++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      idle.add(socket);
      await once(socket, 'connect');
    }
    const call = (month: number) =>
      fetch(`http://127.0.0.1:${port}/WebServices/Events.asmx/SelectEvents?month=${month}&year=2026`);
    const answers = await Promise.all([1, 2, 3, 4].map(call));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await fetch(`http://127.0.0.1:${admin}/ready`)).status).toBe(200);
    expect(service.output().stdout).toContain(
      'so it accepts 20 connections of clients instead of MAX_CONNECTIONS=2000.',
    );
  } finally {
    for (const socket of idle) socket.destroy();
    service.signal('SIGKILL');
    await service.exit;
  }
});

test('a service continues if its log’s disk is full, and counts the lost lines', async () => {
  const [port, admin] = await Promise.all([freePort(), freePort()]);
  const full = openSync('/dev/full', 'w');
  const service = spawn(process.execPath, [path.join(program.folder, 'dist/main.js'), 'serve'], {
    cwd: program.folder,
    env: {
      ...env(),
      PATH: process.env.PATH,
      LOG_LEVEL: 'debug',
      PORT: String(port),
      ADMIN_PORT: String(admin),
    },
    stdio: ['ignore', full, 'ignore'],
  });
  const closed = once(service, 'close');
  try {
    const isReady = async () => (await fetch(`http://127.0.0.1:${admin}/ready`)).ok;
    while (!(await isReady().catch(() => false))) await sleep(50);
    const call = () =>
      fetch(`http://127.0.0.1:${port}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`);
    for (let count = 0; count < 30; count++) expect((await call()).status).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${admin}/metrics`)).text();
    expect(Number(/^events_query_log_writes_lost_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    service.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
  } finally {
    service.kill('SIGKILL');
    await closed;
    closeSync(full);
  }
});

test('OpenTelemetry is loaded before the modules that it instruments, if its variables enable it', async () => {
  const name = '@opentelemetry/auto-instrumentations-node';
  const NODE_PATH = path.join(program.folder, 'fake');
  const folder = path.join(NODE_PATH, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  writeFileSync(
    path.join(folder, 'register.js'),
    `const early = Object.keys(require.cache).filter((file) => /node_modules.(express|pg)[\\\\/]/.test(file));
     console.log('traced, before ' + early.length + ' packages');`,
  );
  /** Returns the output of a start that fails because of its database. Before the start tracing is enabled or not. */
  const startedWith = async (given: Record<string, string>, isHere = false) => {
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
    const [argv, settings] = [['serve', '--wait', '0'], { DATABASE_URL, ...given }];
    return (await (isHere ? program.run(argv, settings) : program.start(argv, settings).exit)).stdout;
  };
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  expect(await startedWith({ NODE_PATH, OTEL_EXPORTER_OTLP_ENDPOINT })).toBe('traced, before 0 packages\n');
  expect(await startedWith({ NODE_PATH })).toBe('');
  expect(await startedWith({ OTEL_EXPORTER_OTLP_ENDPOINT }, true)).toContain(
    `OTEL_EXPORTER_OTLP_ENDPOINT is set, but there are no traces: the package ${name} is not installed.`,
  );
});

test('an export that a signal ends leaves no part of its file', async () => {
  const lock = await lockFolder(path.join(program.folder, 'silent'));
  await program.fill('silent');
  const asked = deferred();
  const silent = http.createServer((_, response) => {
    response.writeHead(200, { 'events-process': String(process.pid) }).write('[');
    asked.resolve();
  });
  const { port } = await listening(silent);
  const left = () => readdirSync(program.folder).filter((name) => name.startsWith('silent.json'));
  const exporting = program.start(['export', '--out', 'silent.json'], {
    DATA_DIR: 'silent',
    ADMIN_PORT: String(port),
  });
  await asked.promise;
  expect(left()).toHaveLength(1);
  exporting.signal('SIGTERM');
  expect((await exporting.exit).code).not.toBe(0);
  expect(left()).toEqual([]);
  await lock.release();
});

test('a body with two lengths is refused, even if a flag makes Node accept it', async () => {
  const service = await program.serve(env(), ['--insecure-http-parser']);
  const request =
    'POST /WebServices/Events.asmx HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  expect((await send(request, service)).status).toBe(400);
});
