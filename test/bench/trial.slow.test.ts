/** The commands of the bench measure what they say, and fail if an answer is not the expected one. */
import { spawnSync } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import type { Target } from '../../bench/measure';
import { ROW } from '../../bench/rows';
import { SCALE_QUESTIONS } from '../../bench/scale-questions';
import { ROOT } from '../deploy/yaml';
import { cellsOf } from '../docs/tables';
import { listening } from '../support/listening';
import { queryAt } from '../support/postgres';
import { runSql, SERVER_URL } from '../support/postgres-server';

/** This text is longer than the read buffer of the bench. */
const RIGHT = 'right'.repeat(50_000);

/** Runs a command of the bench, and returns the cells of its tables. */
function tableOf(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): readonly (readonly string[])[] {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect({ status, failed: stderr.split('\n').filter((line) => !/^\d\d:\d\d:\d\d |^$/.test(line)) }).toEqual({
    status: 0,
    failed: [],
  });
  const rows = stdout.split('\n').filter((line) => /^\| /.test(line));
  return rows.map(cellsOf);
}

/** Together these rows use each way to start, call and change the service and its baselines. */
const TRIED = [
  'get',
  'newShape',
  'wsdl',
  'sameIdSoap',
  'eachIdGet',
  'monthGet',
  'tenMonthsMarkup',
  'monthXml',
] as const;

test('npm run bench measures the service, its baseline and Express in their rows', () => {
  const rows = ['--rows', TRIED.join()];
  const [, ...cells] = tableOf(['npm', 'run', '--silent', 'bench', '--', '--trial', ...rows]);
  expect(cells.map(([name]) => name)).toEqual(
    TRIED.map((name) => ROW[name]).flatMap(({ title, baseline }, index) => [
      ...[`**${title}**`, 'the service', baseline === 'ready' ? 'node:http' : 'node:http and pg'],
      ...(index === 0 ? ['Express'] : []),
    ]),
  );
  for (const [name = '', , , , goal = '', calls, p50, p99, megabytes] of cells) {
    if (name.startsWith('**')) continue;
    expect([name, goal !== '']).toEqual([name, name === 'the service']);
    expect(Number(calls)).toBeGreaterThan(0);
    expect(Number(p50)).toBeLessThanOrEqual(Number(p99));
    expect(Number(megabytes)).toBeGreaterThan(20);
    expect(Number(megabytes)).toBeLessThan(1_000);
  }
});

test('npm run bench:scale fills a store on a given server, asks each kind of question, and leaves nothing', async () => {
  const server = process.env[SERVER_URL] ?? '';
  await runSql(server, 'SELECT');
  const [, ...cells] = tableOf(['node', 'bench/dist/bench/scale.js', '--events', '1000'], {
    TEST_DATABASE_URL: server,
  });
  const { rows } = await queryAt(server, "SELECT FROM pg_database WHERE datname LIKE 'events_bench_%'");
  expect(rows).toEqual([]);
  const questions = SCALE_QUESTIONS.map((question) => [`${question}, ms`, '1.00']);
  expect(cells.slice(0, questions.length).map(([name, , growth]) => [name, growth])).toEqual(questions);
  for (const [, value] of cells) expect(Number(value)).toBeGreaterThan(0);
});

test.each([
  ['bench', 'main'],
  ['bench:scale', 'scale'],
])('npm run %s -- --help prints how to use it', (command, name) => {
  const script = path.join(ROOT, `bench/dist/bench/${name}.js`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--help'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^  npm run ${command} `, 'm'));
});

// The built bench is loaded, because its load generator is a process of its own.
const builtMeasure = () =>
  require(path.join(ROOT, 'bench/dist/bench/measure.js')) as typeof import('../../bench/measure');

test('a server that answers wrongly is named', async () => {
  const { measure } = builtMeasure();
  const targets = await Promise.all(
    [
      ['right', 200, RIGHT] as const,
      ['wrong', 200, 'wrong'] as const,
      ['wrong by its status', 500, RIGHT] as const,
    ].map(async ([name, status, body]): Promise<Target> => {
      const answer: http.RequestListener = (_request, response) => response.writeHead(status).end(RIGHT);
      const { port } = await listening(http.createServer(answer));
      const workload = { asked: ROW.get, expected: { body } };
      const program = { pid: process.pid } as Target['program'];
      return { row: ROW.get, name, kind: 'service', program, port, workload };
    }),
  );
  const pace = { rounds: 2, milliseconds: 50, warmUpMilliseconds: 50 };
  const { measured, failures } = await measure([ROW.get], targets, pace);
  expect(failures).toEqual([
    expect.stringMatching(/wrong: .* answers were wrong/),
    expect.stringMatching(/wrong by its status: .* answers were wrong/),
  ]);
  expect(measured).toMatchObject([{ results: [{ target: targets[0], samples: [{}, {}] }] }]);
});

test('a row whose events change is not measured without its commits', async () => {
  const { port } = await listening(http.createServer((_request, response) => response.end(RIGHT)));
  const row = ROW.monthChanged;
  const workload = { asked: row, expected: { body: RIGHT } };
  const target = { row, name: 'right', kind: 'service', port, workload } as const;
  const program = { pid: process.pid } as Target['program'];
  const pace = { rounds: 1, milliseconds: 50, warmUpMilliseconds: 0 };
  const databaseUrl = 'postgres://127.0.0.1:1/nowhere';
  const measured = builtMeasure().measure([row], [{ ...target, program, databaseUrl }], pace);
  await expect(measured).rejects.toThrow('the load generator ended with 1');
});
