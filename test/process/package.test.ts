/** What is shipped holds what the program reads: the packed install runs, and the image copies the same folders. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json';
import { echoService } from '../support/echo-service';
import { serveApp } from '../support/serve-app';
import { useProgram } from './program';

const run = promisify(execFile);
const ROOT = path.join(__dirname, '../..');
const program = useProgram();

test('a packed install plays every recorded exchange', async () => {
  const { folder } = program;
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json'], { cwd: folder });
  const [{ filename }] = JSON.parse(stdout);
  const install = path.join(folder, 'install');
  mkdirSync(install);
  await run('tar', ['-xzf', path.join(folder, filename), '-C', install, '--strip-components=1']);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(install, 'node_modules'));

  const { hostname, port } = await serveApp(echoService());
  const main = path.join(install, packageJson.bin['events-query']);
  const played = await run(process.execPath, [main, 'conformance', `http://${hostname}:${port}`, '--echo']);
  expect(played.stderr).toBe('');
  expect(played.stdout).toMatch(/^group +same +deliberate +different +not comparable\n/);
});

const folders = packageJson.files.filter((name) => !['dist', 'examples'].includes(name));

test.each(folders)('the image has the folder %s, and its build may see it', (name) => {
  const lines = (file: string) => readFileSync(path.join(ROOT, file), 'utf8').split('\n');
  expect(lines('Dockerfile')).toContain(`COPY ${name} ${name}`);
  expect(lines('.dockerignore')).toContain(`!${name}`);
});
