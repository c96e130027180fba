/** The npm scripts build the program if needed, and pass signals to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { usePostgres } from '../support/databases';
import { copySources, follow, type Running, useProgram } from './program';

const program = useProgram();
const engine = usePostgres();
const within = (name: string) => path.join(program.folder, name);

beforeAll(() => copySources(program.folder));

const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

function npm(args: readonly string[], env: Record<string, string> = {}): Running {
  const child = spawn('npm', ['--silent', ...args], {
    cwd: program.folder,
    env: { PATH: process.env.PATH, HOME: program.folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return follow(child);
}

/** Returns a number that changes if the file is replaced. */
const identity = (name: string) => statSync(within(name)).ino;

const builds = () => readdirSync(program.folder).filter((name) => name.startsWith('dist'));

test('a command builds again only if something has changed', async () => {
  // The copied files are newer than the build.
  expect(await npm(['run', 'config']).exit).toMatchObject({ code: 0, stderr: '' });
  const before = identity('dist/main.js');
  expect(await npm(['run', 'config']).exit).toMatchObject({ code: 0, stderr: '' });
  expect(identity('dist/main.js')).toBe(before);

  appendFileSync(within('src/cli/config.ts'), '\n// changed\n');
  expect(await npm(['run', 'healthcheck'], { PORT: '1' }).exit).toMatchObject({ code: 1 });
  expect(identity('dist/main.js')).toBe(before);

  const { code, stdout } = await npm(['run', 'config']).exit;
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^HOST=/) });
  expect(identity('dist/main.js')).not.toBe(before);
  expect(builds()).toEqual(['dist']);
});

test('npm pack packs a build of the sources as they are', async () => {
  const before = identity('dist/main.js');
  appendFileSync(within('src/cli/config.ts'), '\n// changed\n');
  expect(await npm(['pack']).exit).toMatchObject({ code: 0, stderr: '' });
  expect(identity('dist/main.js')).not.toBe(before);
});

test.each([
  ...['src/main.ts', 'src/pages/assets', 'scripts/build.js', 'scripts/empty-store.js'],
  ...['package.json', 'tsconfig.json', 'tsconfig.build.json'],
])('a build that is older than %s is outdated', (source) => {
  const { isOutdated } = require(within('scripts/build.js')) as typeof import('../../scripts/build');
  const build = within('dist/build.json');
  const [now, later] = [Date.now() / 1000, Date.now() / 1000 + 60];
  utimesSync(build, later, later);
  expect(isOutdated()).toBe(false);
  utimesSync(within(source), later + 1, later + 1);
  expect(isOutdated()).toBe(true);
  utimesSync(within(source), 0, 0);
  utimesSync(build, now, now);
});

test.each(['config', 'build'])(
  '%s with sources that do not compile leaves the old build in place, and nothing beside it',
  async (script) => {
    const before = identity('dist/main.js');
    writeFileSync(within('src/broken.ts'), 'const number: number = "text";\n');
    const { code, stdout, stderr } = await npm(['run', script]).exit;
    // The tests below need sources that compile, even if this test fails.
    writeFileSync(within('src/broken.ts'), '');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('src/broken.ts');
    expect(stderr).not.toContain('    at ');
    expect(identity('dist/main.js')).toBe(before);
    expect(builds()).toEqual(['dist']);
  },
);

test('a signal to npm stops the service, and its port is free again', async () => {
  const service = npm(['start'], { PORT: '0', DATABASE_URL: engine.config().databaseUrl ?? '' });
  const [, port] = await service.printed(/listening on http:\S+:(\d+).*Ctrl\+C/s);
  service.signal('SIGTERM');
  expect((await service.exit).stdout).toMatch(/The service is stopping: SIGTERM\n.*Stopped\n$/);
  await expect(once(connect(Number(port), '127.0.0.1'), 'connect')).rejects.toThrow(/ECONNREFUSED/);
});

test('a health check builds a program that is not there', async () => {
  rmSync(within('dist'), { recursive: true });
  expect(await npm(['run', 'healthcheck'], { PORT: '1' }).exit).toMatchObject({
    code: 1,
    stderr: "http://127.0.0.1:1 can't be reached: nothing listens there.\n",
  });
});

test('the empty store of the build can also be made below a folder such as C#', async () => {
  const folder = within('C#');
  const files = ['package.json', 'scripts/empty-store.js', 'node_modules/@electric-sql/pglite'];
  for (const file of files)
    cpSync(path.join(__dirname, '../..', file), path.join(folder, file), { recursive: true });
  const made = path.join(folder, 'store.tar.gz');
  const child = spawn(process.execPath, [path.join(folder, 'scripts/empty-store.js'), made]);
  expect(await follow(child).exit).toMatchObject({ code: 0, stderr: '' });
  expect(statSync(made).size).toBeGreaterThan(1_000_000);
});

test('after npm ci without the packages of development, a build says which command installs them', async () => {
  rmSync(within('node_modules'));
  appendFileSync(within('src/cli/config.ts'), '\n// changed\n');
  expect(await npm(['run', 'config']).exit).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The program is not built: TypeScript is not installed; run npm ci --include=dev.\n',
  });
});
