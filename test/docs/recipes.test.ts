/** The recipes of docs/testing.md in TypeScript and shell do what they say; those in C# run with the .NET client. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from '@swc/core';
import { readRecipes, writeRecorded } from '../../scripts/test-clients/recipes.js';
import * as testing from '../../src/testing/client';

const { beginning, recipes } = readRecipes();
const before = process.cwd();
let folder: string;
let service: testing.EventsQuery;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'events-recipes-'));
  writeRecorded(folder);
  process.chdir(folder);
  service = await testing.startEventsQuery();
  Object.assign(process.env, { EVENTS_CONTROL: service.control.address });
});
afterAll(async () => {
  Reflect.deleteProperty(process.env, 'EVENTS_CONTROL');
  process.chdir(before);
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('there are twelve, each in every language', () => {
  expect(recipes).toHaveLength(12);
  for (const { code } of recipes) expect(Object.values(code)).not.toContain('');
});

test.each(recipes)('in TypeScript: $title', async ({ code }) => {
  await compile(`${beginning.ts}\n${code.ts}`)();
});

test.each(recipes)('in the shell: $title', async ({ code }) => {
  const script = `set -eu\n${beginning.sh}\n${code.sh}`;
  const env = { PATH: process.env.PATH, CONTROL: `${service.control.address}/test` };
  await promisify(execFile)('sh', ['-c', script], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
});

/** A module's text, whose statements outside its imports become the function that is answered. */
function compile(text: string): () => Promise<void> {
  const lines = text.split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  const body = lines.filter((line) => !isImport(line)).join('\n');
  const imports = lines.filter(isImport).join('\n');
  const { code } = transformSync(`${imports}\nexport async function run(): Promise<void> {\n${body}\n}`, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const module: { run?: () => Promise<void> } = {};
  const load = (name: string) => (name === 'events-query/testing' ? testing : require(name));
  new Function('require', 'exports', code)(load, module);
  if (module.run === undefined) throw new Error('The recipe is no module.');
  return module.run;
}
