/** What is shipped holds what the program reads: the packed install runs, and the image copies the same folders. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json'], { cwd: folder });
  const [{ filename }] = JSON.parse(stdout);
  archive = path.join(folder, filename);
});

/** A fresh folder with the packed program in it, installed as npm would. */
async function packedInstall(name: string): Promise<string> {
  const install = path.join(program.folder, name);
  mkdirSync(install, { recursive: true });
  await run('tar', ['-xzf', archive, '-C', install, '--strip-components=1']);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(install, 'node_modules'));
  return install;
}

test('a packed install plays every recorded exchange', async () => {
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

test('a packed install is events-query/testing to a program in TypeScript, which ends by itself', async () => {
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

const folders = packageJson.files.filter((name) => !['dist', 'examples'].includes(name));

test.each(folders)('the image has the folder %s, and its build may see it', (name) => {
  const lines = (file: string) => readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  expect(lines('Dockerfile')).toContain(`COPY ${name} ${name}`);
  expect(lines('.dockerignore')).toContain(`!${name}`);
});
