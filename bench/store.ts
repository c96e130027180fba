/** Creates the databases of the bench: one for the service, and one for the baselines and peers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { queryAt } from '../test/support/postgres';
import { peakMegabytes } from '../test/support/proc';
import { EVENT_COUNT, escapeText, eventOf } from './data';
import { type Setup, say } from './setup';
import { mainOf, type Tree } from './tree';

const BATCH = 5_000;
const WATCH_MS = 100;

export function* benchEvents(count = EVENT_COUNT): Generator<object> {
  for (let number = 0; number < count; number++) yield eventOf(number);
}

/** Makes a database, and fills it with the import of the measured program. */
export async function fillDatabase(
  setup: Setup,
  tree: Tree,
  id: string,
  events: Iterable<object> = benchEvents(),
) {
  const databaseUrl = await setup.createDatabase(id);
  const imported = await fillByImport(setup, tree, { DATABASE_URL: databaseUrl }, events);
  await queryAt(databaseUrl, 'VACUUM ANALYZE');
  return { databaseUrl, ...imported };
}

/** Fills a store as an operator does: with `migrate` and `import` of the program that will serve it. */
export async function fillByImport(
  { folder }: Setup,
  tree: Tree,
  env: Readonly<Record<string, string>>,
  events: Iterable<object>,
) {
  say(`filling a store for ${tree.name}`);
  const file = path.join(folder, 'events.jsonl');
  await pipeline(linesOf(events), createWriteStream(file));
  await run(tree, env, 'migrate');
  const start = performance.now();
  const peak = await run(tree, env, 'import', file);
  const seconds = (performance.now() - start) / 1000;
  rmSync(file);
  return { seconds, peakMegabytes: peak };
}

function* linesOf(events: Iterable<object>): Generator<string> {
  for (const event of events) yield `${JSON.stringify(event)}\n`;
}

/** Runs a command of the service. @returns its peak memory in megabytes */
async function run(
  tree: Tree,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<number> {
  const child = spawn(process.execPath, [mainOf(tree), ...args], {
    env: { PATH: process.env.PATH, ...env },
    cwd: tree.root,
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

/**
 * Creates a table of answers without the service's code. Baselines and peers answer from this table, and the service's
 * answers are compared with it.
 */
export async function fillBaseline(databaseUrl: string): Promise<void> {
  await queryAt(
    databaseUrl,
    'CREATE TABLE event (id integer PRIMARY KEY, title text, starts_at timestamptz, json text)',
  );
  for (let first = 0; first < EVENT_COUNT; first += BATCH) {
    const count = Math.min(BATCH, EVENT_COUNT - first);
    const events = Array.from({ length: count }, (_, index) => eventOf(first + index));
    await queryAt(
      databaseUrl,
      'INSERT INTO event SELECT * FROM unnest($1::int[], $2::text[], $3::timestamptz[], $4::text[])',
      [
        events.map(({ id }) => id),
        events.map(({ title }) => title),
        events.map(({ start }) => start),
        events.map((event) => escapeText(JSON.stringify(event))),
      ],
    );
  }
  await queryAt(databaseUrl, 'CREATE INDEX ON event (starts_at)');
  await queryAt(databaseUrl, 'VACUUM ANALYZE');
}
