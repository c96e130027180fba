/** Runs `npm run bench:scale`, which measures the same calls on stores of growing size. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { peakMegabytes } from '../test/support/proc';
import { runScript, WrongUse, wholeNumber } from '../test/support/script';
import { query } from './machine/postgres';
import { json, writeResult } from './report/publish';
import { machine } from './report/result';
import { curveChart } from './report/svg';
import { markdown } from './report/table';
import { scaleEvents } from './scale-data';
import { measureQuestion, SCALE_QUESTIONS, type ScaleQuestion } from './scale-questions';
import { commitAtHand, type Setup, say, startSetup } from './setup';
import { writeEvents } from './store';
import { HERE, startService } from './tree';

const HELP = `Fills Postgres through the importer and measures a day, a month and an id at each size.

  npm run bench:scale [-- --events N]

  --events N  one size instead of 100,000, 1,000,000 and 10,000,000; N is at least 1,000
`;

const SIZES = [100_000, 1_000_000, 10_000_000];
const GOALS: Readonly<Record<ScaleQuestion, number>> = { id: 1.5, day: 1.5, month: 3 };
const IMPORT_GOAL = 15_000;
const IMPORT_MEMORY_GOAL = 150;
const WATCH_MS = 100;

interface Size {
  readonly events: number;
  readonly import: { readonly eventsPerSecond: number; readonly peakMegabytes: number };
  readonly milliseconds: Readonly<Record<ScaleQuestion, number>>;
}

runScript(HELP, async (onEnd) => {
  const { values } = parseArgs({ options: { events: { type: 'string' } } });
  const events = wholeNumber('--events', values.events);
  if (events !== undefined && events < 1_000)
    throw new WrongUse(`--events must be at least 1000, not ${events}.`);
  await scale(await startSetup(onEnd), events === undefined ? SIZES : [events]);
  return 0;
});

async function scale(setup: Setup, sizes: readonly number[]): Promise<void> {
  const results: Size[] = [];
  for (const size of sizes) results.push(await measureSize(setup, size));
  const isWhole = sizes === SIZES;
  const name = isWhole ? 'scale' : 'quick.scale';
  const tables = `Commit ${commitAtHand()}, ${machine()}.\n\n${table(results)}`;
  writeResult(`${name}.md`, `# Results of npm run bench:scale\n\n${tables}\n`);
  writeResult(`${name}.json`, json({ commit: commitAtHand(), machine: machine(), sizes: results }));
  if (isWhole) writeResult(`${name}.svg`, curve(results));
  console.log(tables);
}

async function measureSize(setup: Setup, events: number): Promise<Size> {
  const databaseUrl = await setup.postgres.create(`scale_${events}`);
  const file = path.join(setup.folder, 'scale.jsonl');
  say(`importing ${events} events`);
  await writeEvents(file, scaleEvents(events));
  await run(databaseUrl, 'migrate');
  const imported = await importFile(databaseUrl, file, events);
  rmSync(file);
  await query(databaseUrl, 'VACUUM ANALYZE');
  const service = await startService(HERE, { DATABASE_URL: databaseUrl });
  const options = { databaseUrl, port: service.port, events };
  const milliseconds = { id: 0, day: 0, month: 0 };
  for (const question of SCALE_QUESTIONS) {
    say(`asking ${events} events by ${question}`);
    milliseconds[question] = await measureQuestion(question, options);
  }
  await service.stop();
  return { events, import: imported, milliseconds };
}

async function importFile(databaseUrl: string, file: string, events: number): Promise<Size['import']> {
  const start = performance.now();
  const peak = await run(databaseUrl, 'import', file);
  const eventsPerSecond = events / ((performance.now() - start) / 1000);
  const [row] = await query<{ count: string }>(databaseUrl, 'SELECT count(*) AS count FROM event');
  if (Number(row?.count) !== events) throw new Error(`${row?.count} of ${events} events were imported`);
  return { eventsPerSecond, peakMegabytes: peak };
}

/** Runs a command of the service. @returns the most memory that it had, in megabytes */
async function run(databaseUrl: string, ...args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [path.join(HERE.dist, 'main.js'), ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, peakMegabytes(child.pid ?? 0));
  }, WATCH_MS);
  const [status] = await once(child, 'exit');
  clearInterval(watch);
  if (status !== 0) throw new Error(`${args[0]} ended with status ${status}`);
  return peak;
}

function table(results: readonly Size[]): string {
  const [first] = results;
  const last = results.at(-1);
  const growth = (question: ScaleQuestion) =>
    (last?.milliseconds[question] ?? Number.NaN) / (first?.milliseconds[question] ?? Number.NaN);
  const judged = (value: number, goal: string, isMet: boolean) => [
    value.toFixed(2),
    `${goal}${isMet ? '' : ', missed'}`,
  ];
  const rates = results.map((size) => size.import.eventsPerSecond);
  const peaks = results.map((size) => size.import.peakMegabytes);
  return markdown([
    ['', ...results.map((size) => `${size.events.toLocaleString('en')} events`), 'growth', 'goal'],
    ...SCALE_QUESTIONS.map((question) => [
      `${question}, ms`,
      ...results.map(({ milliseconds }) => milliseconds[question].toFixed(2)),
      ...judged(growth(question), `≤ ${GOALS[question]}`, growth(question) <= GOALS[question]),
    ]),
    [
      'import, events a second',
      ...rates.map((rate) => rate.toFixed(0)),
      '',
      `≥ ${IMPORT_GOAL}${Math.min(...rates) >= IMPORT_GOAL ? '' : ', missed'}`,
    ],
    [
      'import, most memory, MB',
      ...peaks.map((peak) => peak.toFixed(0)),
      '',
      `≤ ${IMPORT_MEMORY_GOAL}${Math.max(...peaks) <= IMPORT_MEMORY_GOAL ? '' : ', missed'}`,
    ],
  ]);
}

function curve(results: readonly Size[]): string {
  const series = SCALE_QUESTIONS.map((question) => ({
    label: question,
    points: results.map(({ events, milliseconds }) => ({ x: events, y: milliseconds[question] })),
  }));
  return curveChart({ title: 'One call, by the size of the store', xLabel: 'events', yLabel: 'ms', series });
}
