/** Traces: OpenTelemetry is loaded where its variables ask for it and it is there, before what it watches. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { useProgram } from './program';

const program = useProgram();
const PACKAGE = '@opentelemetry/auto-instrumentations-node';
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

/** A folder of packages with one that tells of its loading, and of what was loaded before it. */
function fakePackages(): string {
  const modules = path.join(program.folder, 'fake');
  const folder = path.join(modules, PACKAGE);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: PACKAGE, version: '1.0.0' }));
  writeFileSync(
    path.join(folder, 'register.js'),
    `const early = Object.keys(require.cache).filter((file) => /node_modules.(express|pg)[\\\\/]/.test(file));
     console.log('traced, before ' + early.length + ' packages');`,
  );
  return modules;
}

/** What a start writes that fails for its database, after tracing is decided on. */
async function startedWith(env: Record<string, string>): Promise<string> {
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
  return (await program.run(['serve', '--wait', '0'], { DATABASE_URL, ...env })).stdout;
}

test('it is loaded first where it is asked for and installed, and only there', async () => {
  const NODE_PATH = fakePackages();
  expect(await startedWith({ NODE_PATH, ...ENDPOINT })).toBe('traced, before 0 packages\n');
  expect(await startedWith({ NODE_PATH })).toBe('');
  expect(await startedWith({ NODE_PATH, ...ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBe('');
  expect(await startedWith({ NODE_PATH, ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' })).toBe('');
  const version = await program.run(['--version'], { NODE_PATH, ...ENDPOINT });
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+/);
});

test('asked for and not installed, the start says so', async () => {
  expect(await startedWith(ENDPOINT)).toContain(
    `OTEL_EXPORTER_OTLP_ENDPOINT is set, but there are no traces: the package ${PACKAGE} is not installed.`,
  );
});
