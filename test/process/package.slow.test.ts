/** The package contains everything that the program reads, and an installation of it runs. */
import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json';
import { echoService } from '../support/echo-service';
import { serveApp } from '../support/serve-app';
import { useProgram } from './program';

const run = promisify(execFile);
const ROOT = path.join(__dirname, '../..');
const program = useProgram();

let archive: string;
beforeAll(async () => {
  const { folder } = program;
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--silent'], { cwd: folder });
  archive = path.join(folder, stdout.trim());
});

/** Unpacks the packed program into a new folder, as npm would. */
async function packedInstall(name: string): Promise<string> {
  const install = path.join(program.folder, name);
  mkdirSync(install, { recursive: true });
  await run('tar', ['-xzf', archive, '-C', install, '--strip-components=1']);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(install, 'node_modules'));
  return install;
}

test('a packed install answers every recorded exchange', async () => {
  const install = await packedInstall('install');
  const { hostname, port } = await serveApp(echoService());
  const main = path.join(install, packageJson.bin['events-query']);
  const played = await run(process.execPath, [main, 'conformance', `http://${hostname}:${port}`, '--echo']);
  expect(played.stderr).toBe('');
  expect(played.stdout).toMatch(/^group +same +deliberate +different +not comparable\n/);
});

const CONSUMER = `import { EventsQueryControl, startEventsQuery } from 'events-query/testing';

const service = await startEventsQuery({ events: [{ id: 7, title: 'Board meeting', start: 'today' }] });
const answer = await fetch(\`\${service.url}/SelectEvent?intEventID=7&bolAsJSON=true\`);
const entries = await service.control.requests.list();
const count: number = entries.length;
await service.close();
console.log(typeof EventsQueryControl, (await answer.text()).includes('Board meeting'), count);
`;

test('a program in TypeScript imports events-query/testing from a packed install, and ends by itself', async () => {
  const home = path.join(program.folder, 'consumer');
  await packedInstall('consumer/node_modules/events-query');
  symlinkSync(path.join(ROOT, 'node_modules/@types'), path.join(home, 'node_modules/@types'));
  writeFileSync(path.join(home, 'consumer.mts'), CONSUMER);
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  await run(process.execPath, [tsc, ...options, 'consumer.mts'], { cwd: home });
  const { stdout } = await run(process.execPath, ['consumer.mjs'], { cwd: home });
  expect(stdout).toBe('function true 1\n');
});

const RUNNER_TEST = `const assert = require('node:assert/strict');
const { startEventsQuery } = require('events-query/testing');
const test = globalThis.test ?? require('node:test').test;

test.each ??= (rows) => (name, body) => rows.map((row) => test(name, () => body(row)));
test.each([false, true])('a client sees its events, a fault, and what it asked', async (process) => {
  const service = await startEventsQuery({ process });
  const { control, url } = service;
  await control.events.replace([{ id: 7, title: 'Board meeting', start: 'today+1dT09:00' }]);
  await control.rules.add({ when: { operation: 'SelectEvent' }, times: 1, then: { unavailable: true } });
  const ask = () => fetch(\`\${url}/SelectEvent?intEventID=7&bolAsJSON=true\`);
  assert.equal((await ask()).status, 503);
  assert.match(await (await ask()).text(), /Board meeting/);
  await control.requests.verify({ where: { arguments: { intEventID: 7 } }, count: 2 });
  await assert.rejects(control.requests.verify({ where: { binding: 'soap12' } }), /never came/);
  await service.close();
});
`;

/** Both processes end by themselves, because the service leaves nothing open. */
test.each([
  // On a busy machine a start may take longer than jest's default of five seconds.
  ['jest', [path.join(ROOT, 'node_modules/jest/bin/jest.js'), '--testTimeout=60000']],
  ['node:test', ['--test']],
])('an installed package serves a test of %s, in the same process and in a child', async (name, args) => {
  const home = path.join(program.folder, name.replace(':', '-'));
  await packedInstall(path.join(path.basename(home), 'node_modules/events-query'));
  writeFileSync(path.join(home, 'package.json'), '{}');
  writeFileSync(path.join(home, 'events.test.js'), RUNNER_TEST);
  const { NODE_TEST_CONTEXT: _context, JEST_WORKER_ID: _worker, ...env } = process.env;
  const { stdout, stderr } = await run(process.execPath, args, { cwd: home, env });
  expect(stdout + stderr).toMatch(/^# pass 2$|^ℹ pass 2$|Tests: +2 passed, 2 total/m);
});
