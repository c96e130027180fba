/**
 * The examples and recipes of docs/testing.md succeed, and so does the example of README.md. The test of the .NET
 * client runs those in C#.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from '@swc/core';
import * as testing from '../../src/testing/client';
import { ROOT, readText } from '../deploy/yaml';
import { HAS_CURL } from '../support/known-skips.js';

const FOLDER = path.join(ROOT, 'examples/testing');
const page = readText('docs/testing.md');
const example = (name: string) => readText(`examples/testing/${name}`);

const before = process.cwd();
let service: testing.EventsQuery;

beforeAll(async () => {
  process.chdir(FOLDER);
  service = await testing.startEventsQuery();
  Object.assign(process.env, { EVENTS_CONTROL: service.control.address });
});
afterAll(async () => {
  Reflect.deleteProperty(process.env, 'EVENTS_CONTROL');
  process.chdir(before);
  await service.close();
});

const filesOf = (extension: string) => readdirSync(FOLDER).filter((name) => name.endsWith(extension));
const blockOf = (language: string) =>
  new RegExp(`## Recipes.*?\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';

test('each example exists in TypeScript, C# and the shell', () => {
  const names = filesOf('.ts').map((name) => name.replace('.ts', ''));
  expect(names.length).toBeGreaterThan(10);
  expect(filesOf('.sh').map((name) => name.replace('.sh', ''))).toEqual([...names, 'space'].sort());
  const methods = example('Examples.cs').match(/(?<=async Task )\w+(?=\(\)\n)/g);
  expect(methods?.map((name) => name.toLowerCase()).sort()).toEqual(
    names.map((name) => name.replaceAll('-', '')).sort(),
  );
});

test('the recipe in C# is one of the examples', () => {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .join('\n');
  expect(lines(example('Examples.cs'))).toContain(lines(blockOf('csharp')));
});

test('the example of README.md gets the fault that it asks for', async () => {
  const [, text = ''] = /```ts\n(.*?)```/s.exec(readText('README.md')) ?? [];
  const log = jest.spyOn(console, 'log').mockImplementation();
  await compile(text)();
  expect(log.mock.calls).toEqual([[500, expect.stringContaining('on demand')]]);
});

test.each([
  ...filesOf('.ts').map((name) => [name, example(name)] as const),
  ['the recipe in TypeScript', blockOf('ts')] as const,
])('%s succeeds', async (_name, text) => {
  await compile(text)();
});

const testWithCurl = HAS_CURL ? test : test.skip;
const inShell = (args: readonly string[]) =>
  promisify(execFile)('sh', [...args], {
    env: { PATH: process.env.PATH, CONTROL: `${service.control.address}/test` },
    maxBuffer: 64 * 1024 * 1024,
  });

testWithCurl.each([
  ...filesOf('.sh').map((name) => [name, [path.join(FOLDER, name)]] as const),
  ['the recipe in the shell', ['-c', `set -eu\n${blockOf('sh')}`]] as const,
])('%s succeeds', async (_name, args) => {
  await inShell(args);
});

testWithCurl('an example in the shell can be run again at once', async () => {
  for (const name of ['shared-stack.sh', 'shared-stack.sh']) await inShell([path.join(FOLDER, name)]);
});

/** Returns a function that runs a module's statements other than its imports. */
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
  if (module.run === undefined) throw new Error('The recipe is not a module.');
  return module.run;
}
