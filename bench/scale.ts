/** Runs `npm run bench:scale`, which measures the same calls on stores of growing size. */
import { parseArgs } from 'node:util';
import { queryAt } from '../test/support/postgres';
import { runScript, WrongUse, wholeNumber } from '../test/support/script';
import { json, writeResult } from './report/publish';
import { machine } from './report/result';
import { type ScaledSize, scaleTable } from './report/scale-table';
import { barChart } from './report/svg';
import { scaleEvents } from './scale-data';
import { measureQuestion, SCALE_QUESTIONS } from './scale-questions';
import { commitAtHand, type Setup, say, startSetup } from './setup';
import { fillDatabase } from './store';
import { HERE, startService } from './tree';

const HELP = `Fills Postgres through the importer and measures a day, a month and an id at each size.

  npm run bench:scale [-- --events N]

  --events N  one size instead of 100,000, 1,000,000 and 10,000,000; N is at least 1,000
`;

const SIZES = [100_000, 1_000_000, 10_000_000];

runScript(HELP, async (onEnd) => {
  const { values } = parseArgs({ options: { events: { type: 'string' } } });
  const events = wholeNumber('--events', values.events);
  if (events !== undefined && events < 1_000)
    throw new WrongUse(`--events must be at least 1000, not ${events}.`);
  await scale(await startSetup(onEnd), events === undefined ? SIZES : [events]);
  return 0;
});

async function scale(setup: Setup, sizes: readonly number[]): Promise<void> {
  const results: ScaledSize[] = [];
  for (const size of sizes) results.push(await measureSize(setup, size));
  const isWhole = sizes === SIZES;
  const name = isWhole ? 'scale' : 'quick.scale';
  const tables = `Commit ${commitAtHand()}, ${machine()}.\n\n${scaleTable(results)}`;
  writeResult(`${name}.md`, `# Results of npm run bench:scale\n\n${tables}\n`);
  writeResult(`${name}.json`, json({ commit: commitAtHand(), machine: machine(), sizes: results }));
  if (isWhole) writeResult(`${name}.svg`, picture(results));
  console.log(tables);
}

async function measureSize(setup: Setup, events: number): Promise<ScaledSize> {
  const filled = await fillDatabase(setup, HERE, `scale_${events}`, scaleEvents(events));
  const { databaseUrl, seconds, peakMegabytes } = filled;
  const { rows } = await queryAt(databaseUrl, 'SELECT count(*)::int AS count FROM event');
  const [row] = rows as readonly { readonly count: number }[];
  if (row?.count !== events) throw new Error(`${row?.count} of ${events} events were imported`);
  const service = await startService(HERE, { DATABASE_URL: databaseUrl });
  const options = { databaseUrl, port: service.port, events };
  const milliseconds = { id: 0, day: 0, month: 0 };
  for (const question of SCALE_QUESTIONS) {
    say(`asking ${events} events by ${question}`);
    milliseconds[question] = await measureQuestion(question, options);
  }
  await service.stop();
  return { events, import: { eventsPerSecond: events / seconds, peakMegabytes }, milliseconds };
}

function picture(results: readonly ScaledSize[]): string {
  const groups = SCALE_QUESTIONS.map((question) => ({
    title: question,
    bars: results.map(({ events, milliseconds }) => ({
      label: `${events.toLocaleString('en')} events`,
      value: milliseconds[question],
      kind: 'service' as const,
    })),
  }));
  return barChart('One call, by the size of the store, ms', groups);
}
