/** A service for tests ends with its parent process, however the parent ends, and leaves nothing behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { PARENT_GONE, waitForParentEnd } from '../../src/ops/parent';
import { EventsQueryControl } from '../../src/testing/client';
import { follow, useProgram } from '../process/program';

const program = useProgram();

/** These are the addresses of the admin port and of the service. */
const LISTENING = /Test control is at (http:\S+)\/test\/.*service is listening on (http:[^\s"]+)/s;

const ENV = { PATH: process.env.PATH, PORT: '0', ADMIN_PORT: '0' };

const START = (isOther: boolean) =>
  `require('${path.join(program.folder, 'dist/testing/client')}').startEventsQuery({ process: ${isOther} })`;

/** Runs a script as a process of tests. Its pipe for errors closes only when its service has ended, too. */
const runTests = (script: string, env: NodeJS.ProcessEnv = ENV, cwd = process.cwd()) =>
  follow(spawn(process.execPath, ['-e', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }));

test('startEventsQuery with a child process leaves no process and no folder if the tests are killed', async () => {
  const temporary = mkdtempSync(path.join(program.folder, 'temporary-'));
  const script = `${START(true)}.then(({ control }) => {
    console.log('started ' + control.address);
    setInterval(() => {}, 1000);
  })`;
  const { printed, signal, exit } = runTests(script, { ...ENV, TMPDIR: temporary }, temporary);
  await printed(/^started http:\S+$/m);
  signal('SIGKILL');
  await exit;
  expect(readdirSync(temporary)).toEqual([]);
});

/** These are settings of the program under test. They have names of present or earlier settings of the service. */
const OTHERS = {
  ...{ PGHOST: 'x', DATABASE_HOST: 'x', HOST: 'x' },
  ...{ LOG_LEVEL: 'error', LIST_FORMAT: 'xml', SEED: 'x' },
};

test('tests that forget to close services still end, whatever their environment contains', async () => {
  const script = `const forget = async (service) => {
    const { url, control } = await service;
    const { address } = await control.createSpace({ ttl: 600 });
    const stop = new AbortController();
    const waiting = address + '/test/spaces/' + control.name + '/requests/wait?count=9&timeout=600000';
    fetch(waiting, { signal: stop.signal }).catch(() => {});
    const answer = await fetch(url + '/SelectEvents?month=3&year=2026');
    console.log((await answer.text()).includes('[]'));
    stop.abort();
  };
  forget(${START(false)});
  forget(${START(true)});`;
  const { code, stdout } = await runTests(script, { ...ENV, ...OTHERS }).exit;
  expect([code, stdout]).toEqual([0, 'true\ntrue\n']);
});

test('closing a service ends it, closing one that has died settles, and the tests end', async () => {
  const script = `const processes = require('node:child_process');
  const { spawn } = processes;
  let child;
  processes.spawn = (...args) => (child = spawn(...args));
  const closed = async (before) => {
    const { close } = await ${START(true)};
    await before();
    await close();
    console.log(child.exitCode ?? child.signalCode);
  };
  const kill = async () => {
    child.ref();
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
  };
  closed(() => {}).then(() => closed(kill));`;
  const { code, stdout } = await runTests(script).exit;
  expect([code, stdout]).toEqual([0, '0\nSIGKILL\n']);
});

/**
 * If `isHeld` is true, the service loads its command only after its parent has died. Then it must notice this and end.
 */
const hookOf = (isHeld: boolean) => `const Module = require('node:module');
  const [{ _load }, parent] = [Module, process.ppid];
  setTimeout(() => process.exit(console.log('still there')), 20_000).unref();
  Module._load = function (name, ...rest) {
    if (${isHeld} && name === './cli/serve') for (console.log('begun'); process.ppid === parent; );
    return _load.call(this, name, ...rest);
  };`;

test.each([
  ['that gave it no pipe', false, /is listening on/],
  ['that was killed while it started', true, /begun/],
])('serve --exit-with-parent ends with a parent %s, and makes no folder', async (_which, isHeld, begun) => {
  writeFileSync(path.join(program.folder, 'hold.js'), hookOf(isHeld));
  const before = readdirSync(program.folder);
  const command = `'${process.execPath}' -r ./hold.js dist/main.js serve --test --exit-with-parent </dev/null & wait`;
  const shell = spawn('sh', ['-c', command], {
    cwd: program.folder,
    env: ENV,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { printed, exit } = follow(shell);
  await printed(begun);
  shell.kill('SIGKILL');
  expect((await exit).stdout).not.toContain('still there');
  expect(readdirSync(program.folder)).toEqual(before);
});

/** Starts a service whose calls take some milliseconds, and which ends when its standard input closes. */
async function serveSlowly(SHUTDOWN_GRACE_MS: string, ms: number) {
  const main = path.join(program.folder, 'dist/main.js');
  const service = spawn(process.execPath, [main, 'serve', '--test', '--exit-with-parent'], {
    env: { ...ENV, SHUTDOWN_GRACE_MS },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { printed, exit } = follow(service);
  const [, admin = '', url] = await printed(LISTENING);
  const control = new EventsQueryControl(admin);
  await control.rules.add({ then: { delay: { ms } } });
  const call = () =>
    fetch(`${url}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`).catch(() => 'cut off');
  return { control, call, service, exit };
}

test('serve --exit-with-parent ends when standard input closes, even while a rule delays a call', async () => {
  // After a signal the service would wait this long for the call.
  const { control, call, service } = await serveSlowly('600000', 600_000);
  const waiting = call();
  await control.spaces();
  const ended = once(service, 'exit');
  service.stdin.end();
  expect(await ended).toEqual([0, null]);
  expect(await waiting).toBe('cut off');
});

test('standard input that fails says that the parent has ended', async () => {
  jest.spyOn(fs, 'fstatSync').mockReturnValueOnce({ isFIFO: () => true } as fs.Stats);
  const stdin = new PassThrough();
  const parent = waitForParentEnd(stdin);
  stdin.destroy(new Error('EIO'));
  expect(await parent).toBe(PARENT_GONE);
});

test('serve --exit-with-parent gives calls no more time than SHUTDOWN_GRACE_MS', async () => {
  const { call, service, exit } = await serveSlowly('0', 300);
  // Whenever the service stops, some of these calls are running. They would be answered if the service waited.
  const calling = setInterval(call, 20);
  await call();
  service.stdin.end();
  const { stdout } = await exit;
  clearInterval(calling);
  expect(stdout).toMatch(/The service stopped before \d+ requests? w\w+ answered/);
});
