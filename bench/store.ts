/** Makes the databases of the bench: one of the service's own, and one for the baselines and peers. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { escapeText, eventOf, jsonOf } from './data';
import { SAME_EVENT } from './load/question';
import { query } from './machine/postgres';
import type { Tree } from './tree';

const BATCH = 5_000;

/** Before a call this commit changes the state of the events, but no event. */
export const COMMIT = `UPDATE event SET title = title WHERE id = ${eventOf(SAME_EVENT).id}`;

/** Writes the events as JSON Lines, as an import takes them. */
export async function writeEvents(file: string, events: Iterable<object>): Promise<void> {
  const out = createWriteStream(file);
  for (const event of events) {
    if (!out.write(`${JSON.stringify(event)}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}

export function* benchEvents(count: number): Generator<object> {
  for (let number = 0; number < count; number++) yield eventOf(number);
}

/** Fills a store as an operator does: by `migrate` and `import` of the tree that will serve it. */
export async function fillByImport(
  tree: Tree,
  env: Readonly<Record<string, string>>,
  file: string,
): Promise<void> {
  const main = path.join(tree.dist, 'main.js');
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [main, ...args], {
      env: { PATH: process.env.PATH, ...env },
      cwd: tree.root,
    });
  await run('migrate');
  await run('import', file);
  if (env.DATABASE_URL !== undefined) await query(env.DATABASE_URL, 'VACUUM ANALYZE');
}

/**
 * Makes a table of ready texts without the service. Baselines and peers answer from it, and it is an oracle for the
 * service.
 */
export async function fillBaseline(databaseUrl: string, count: number): Promise<void> {
  await query(
    databaseUrl,
    'CREATE TABLE event (id integer PRIMARY KEY, title text, starts_at timestamptz, json text)',
  );
  for (let first = 0; first < count; first += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => first + index);
    await query(
      databaseUrl,
      'INSERT INTO event SELECT * FROM unnest($1::int[], $2::text[], $3::timestamptz[], $4::text[])',
      [
        events.map((number) => eventOf(number).id),
        events.map((number) => eventOf(number).title),
        events.map((number) => eventOf(number).start),
        events.map((number) => escapeText(jsonOf(number))),
      ],
    );
  }
  await query(databaseUrl, 'CREATE INDEX ON event (starts_at)');
  await query(databaseUrl, 'VACUUM ANALYZE');
}
