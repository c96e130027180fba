/** The blocks of README.md work as they are. This file runs every block, or a comment names the test that runs it. */
import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import deviations from '../../conformance/deviations.json';
import { vectors } from '../../conformance/vectors.json';
import { scripts } from '../../package.json';
import { OPERATIONS } from '../../src/contract/operations';
import { at, ROOT, readText, readYaml } from '../deploy/yaml';
import { copySources, follow, useProgram } from '../process/program';
import { useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';
import { echoService } from '../support/echo-service';
import { HAS_CURL } from '../support/known-skips.js';
import { serveApp } from '../support/serve-app';
import { tableUnder } from './tables';

const run = promisify(execFile);
const README = readText('README.md');
const COMPATIBILITY = readText('docs/compatibility.md');
const ADDRESS = 'http://127.0.0.1:8080';

const BLOCKS = [...README.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language = '', text = '']) => ({
  language,
  text,
}));

function block(mark: string): string {
  const found = BLOCKS.filter(({ text }) => text.includes(mark));
  expect(found.map(({ text }) => text)).toHaveLength(1);
  return found[0]?.text ?? '';
}

// `useCommands` comes first. It ends its commands before `useProgram` looks for commands that still run.
const commands = useCommands();
const program = useProgram();
const engine = usePostgres();
let root: string;
let stop: () => Promise<unknown>;

/** Runs `npm start` in a checkout that is built already. */
beforeAll(async () => {
  await program.fill('.data');
  copySources(program.folder);
  const [install, start] = block('npm ci && npm start').trim().split(' && ');
  expect(install).toBe('npm ci');
  const child = spawn('sh', ['-c', `exec ${start} --silent`], {
    cwd: program.folder,
    env: { PATH: process.env.PATH, HOME: program.folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { printed, exit } = follow(child);
  stop = () => {
    child.kill();
    return exit;
  };
  [, root = ''] = await printed(/The service is listening on (http:\S+)/);
});
afterAll(() => stop?.());

const testWithCurl = HAS_CURL ? test : test.skip;
const here = (text: string) => text.replaceAll(ADDRESS, root);

test('every block is run below, or by the tests that the comment names', () => {
  const known = [
    ...['npm ci && npm start', 'SelectEvent?intEventID=1', '<string'].map(block),
    // test/docs/events.test.ts runs the first block, a test below the second, `npm run test:compose` the third, and
    // test/docs/recipes.test.ts the fourth.
    ...['$ npm run', '-- record --from', 'docker compose', 'startEventsQuery'].map(block),
  ];
  expect(BLOCKS.map(({ text }) => text).filter((text) => !known.includes(text))).toEqual([]);
});

testWithCurl('the call of the page gets the answer of the page', async () => {
  const { stdout } = await run('sh', ['-c', here(block('SelectEvent?intEventID=1'))]);
  expect(stdout.replaceAll('\r\n', '\n').trim()).toBe(block('<string').trim());
});

test('the table of the page has the operations, as callers write them', () => {
  const shown = OPERATIONS.map(({ name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name}: ${parameter.type}`);
    return `\`${name}(${list.join(', ')})\``;
  });
  expect(tableUnder('README.md', 'Start').map(([operation]) => operation)).toEqual(shown);
});

test.each(OPERATIONS.map(({ name }) => name))('examples/calls.sh calls %s over each binding', (name) => {
  const calls = [`"$S/${name}?`, `"$S/${name}" -d`, `  $soap ${name} `];
  const file = readText('examples/calls.sh');
  expect(calls.filter((call) => !file.includes(call))).toEqual([]);
});

testWithCurl('examples/calls.sh makes the twelve calls, and each gets a result', async () => {
  const file = readText('examples/calls.sh');
  const { stdout } = await run('sh', ['-c', here(file)]);
  const answers = stdout.match(/<string .*?<\/string>|<\w+Result>.*?<\/\w+Result>/gs) ?? [];
  expect(answers).toHaveLength(12);
  for (const answer of answers) expect(answer).toContain('Day');
});

test('the commands of the page replace an old service', async () => {
  const events = [{ EventID: 7, Name: 'Fair', Begins: '/Date(1772355600000)/' }];
  const legacy = await serveApp(echoService(async () => JSON.stringify({ d: events })));
  const store = { DATABASE_URL: engine.config().databaseUrl ?? '' };
  const type = async (line: string) => {
    const [, args = '', into] =
      /^npm run --silent events-query -- (.*?)(?: > (\S+)| +#.*)?$/.exec(line) ?? [];
    const { stdout } = await commands.run(args.split(' '), store);
    if (into !== undefined) writeFileSync(into, stdout);
    return stdout;
  };
  const lines = block('-- record --from')
    .replace('http://old.example.org', legacy.url)
    .replace(/(\d+-\d+)\.\.\S+/, '2026-03..2026-03');
  const [record = '', format = '', imported = '', start = '', compare = ''] = lines.trim().split('\n');
  expect(await type(record)).toContain('1 call made, 1 answer in recorded\n');
  await type(format);
  // Before these commands a reader of the page has imported these events.
  await commands.run(['import', path.join(ROOT, 'examples/events.json')], store);
  expect(await type(imported)).toMatch(/^read 1, added 1, .* removed [1-9]/);
  const [, setting = ''] = /^LIST_FORMAT=(\S+) npm start$/.exec(start) ?? [];
  const { url } = await commands.serve({ ...store, LIST_FORMAT: setting });
  expect(await type(compare.replace(ADDRESS, url))).toContain('same 1, different 0, missing 0\n');
});

test('npm runs the program as docs/operations.md says, and its table has the commands, word for word', async () => {
  const options = { cwd: program.folder, env: { PATH: process.env.PATH, HOME: program.folder } };
  const { stdout } = await run('npm', ['run', '--silent', 'events-query', '--', '--help'], options);
  const shown = [...stdout.matchAll(/^ {2}(\w+) {2,}(\S.*)$/gm)].map(([, name, summary]) => [name, summary]);
  const documented = tableUnder('docs/operations.md', 'Commands');
  expect(documented.map((row) => row.map((cell) => cell.replaceAll('`', '')))).toEqual(shown);
});

test('the blocks for PowerShell use addresses that answer, and scripts and files that exist', async () => {
  const [, shown = ''] = /^```powershell\n(.*?)^```/ms.exec(readText('docs/windows.md')) ?? [];
  const lines = shown.trim().split('\n');
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    const [, url] = /Invoke-RestMethod "([^"]+)"/.exec(line) ?? [];
    const [, fields] = /-Body @\{ (.*) \}/.exec(line) ?? [];
    const [, script] = /^npm\.cmd run (\S+) -- /.exec(line) ?? [];
    if (url !== undefined) {
      const body = fields?.replaceAll(' = ', '=').replaceAll('; ', '&').replaceAll("'", '');
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(
        here(url),
        body === undefined ? {} : { method: 'POST', headers: form, body },
      );
      expect([line, answer.status]).toEqual([line, 200]);
    } else if (script !== undefined) expect(Object.keys(scripts)).toContain(script);
    else expect(line).toBe('npm.cmd ci; if ($?) { npm.cmd start }');
  }
});

test('the blocks for Docker name services of the compose file', () => {
  const [compose] = readYaml('docker-compose.yml');
  const services = Object.keys(at(compose, 'services') as object);
  const asked = [...block('docker compose').matchAll(/docker compose run --rm (\w+)/g)].map(([, one]) => one);
  expect(asked.length).toBeGreaterThan(0);
  expect(services).toEqual(expect.arrayContaining(asked));
});

test('the page states how many exchanges the comparison counts', () => {
  expect(COMPATIBILITY).toContain(`all of ${vectors.length} recorded exchanges but ${deviations.length},`);
});
