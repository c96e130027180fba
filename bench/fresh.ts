/** `npm run bench:fresh`: no answer is older than what was committed before its call began. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { freePort } from '../test/support/free-port';
import { type FreshOutcome, versionOf, watchedEvents, watchFreshness } from './fresh-load';
import { query } from './machine/postgres';
import type { Write } from './servers/embedded';
import { onStand, type Stand, say } from './stand';
import { fillByImport, writeEvents } from './store';
import { HERE, startService } from './tree';

const HELP = `Writers and readers at once: is any answer older than a commit acknowledged before its call began?

  npm run bench:fresh [-- --seconds N]

  --seconds N  for each store; 10 unless given
`;

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, help: { type: 'boolean', default: false } },
});
const milliseconds = Number(values.seconds) * 1000;
if (values.help) {
  process.stdout.write(HELP);
} else if (!(milliseconds > 0)) {
  console.error(`--seconds must be a number above 0, not ${JSON.stringify(values.seconds)}.`);
  process.exitCode = 2;
} else {
  onStand(fresh);
}

async function fresh(stand: Stand): Promise<boolean> {
  const file = path.join(stand.folder, 'watched.jsonl');
  await writeEvents(file, watchedEvents());
  const outcomes = [
    report('Postgres', await onPostgres(stand, file)),
    ...(await onStandby(stand, file)),
    report('embedded', await onEmbedded(stand, file)),
  ];
  return outcomes.every(Boolean);
}

/** @returns whether something was compared, and nothing was stale */
function report(name: string, { calls, commits, stale, firstStale }: FreshOutcome): boolean {
  const first = firstStale === undefined ? '' : `; the first: ${firstStale}`;
  console.log(`${name}: ${stale} stale events in ${calls} answers beside ${commits} commits${first}`);
  return stale === 0 && calls > 0 && commits > 0;
}

async function onPostgres({ postgres }: Stand, file: string): Promise<FreshOutcome> {
  say('watching Postgres');
  const databaseUrl = await postgres.create('fresh');
  await fillByImport(HERE, { DATABASE_URL: databaseUrl }, file);
  const { port, stop } = await startService(HERE, { DATABASE_URL: databaseUrl });
  const pool = new Pool({ connectionString: databaseUrl });
  const outcome = await watchFreshness({
    port,
    milliseconds,
    write: (id, title) => pool.query('UPDATE event SET title = $2 WHERE id = $1', [id, title]),
  });
  await pool.end();
  await stop();
  return outcome;
}

/** No answer may be older than what the standby had replayed when the call began; it is asked itself. */
async function onStandby({ postgres }: Stand, file: string): Promise<boolean[]> {
  const copyOf = await postgres.standby();
  if (copyOf === undefined) {
    console.log('standby: left out, since TEST_DATABASE_URL names a server that can not be copied');
    return [];
  }
  say('watching a streaming standby');
  const primaryUrl = await postgres.create('fresh_standby');
  await fillByImport(HERE, { DATABASE_URL: primaryUrl }, file);
  const standbyUrl = copyOf(primaryUrl);
  await untilReplayed(primaryUrl, standbyUrl);
  const { port, stop } = await startService(HERE, { DATABASE_URL: standbyUrl });
  const primary = new Pool({ connectionString: primaryUrl });
  const standby = new Pool({ connectionString: standbyUrl });
  const outcome = await watchFreshness({
    port,
    milliseconds,
    write: (id, title) => primary.query('UPDATE event SET title = $2 WHERE id = $1', [id, title]),
    async floor() {
      const { rows } = await standby.query<{ id: number; title: string }>('SELECT id, title FROM event');
      return new Map(rows.map(({ id, title }) => [id, versionOf(title)]));
    },
  });
  await Promise.all([primary.end(), standby.end()]);
  await stop();
  return [report('streaming standby', outcome)];
}

async function untilReplayed(primaryUrl: string, standbyUrl: string): Promise<void> {
  const [row] = await query<{ at: string }>(primaryUrl, 'SELECT pg_current_wal_lsn()::text AS at');
  const isThere = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS yes';
  // Its database may not be there yet.
  while ((await query<{ yes: boolean }>(standbyUrl, isThere, [row?.at]).catch(() => []))[0]?.yes !== true) {
    await sleep(100);
  }
}

async function onEmbedded({ folder }: Stand, file: string): Promise<FreshOutcome> {
  say('watching the embedded store');
  const env = { DATA_DIR: path.join(folder, 'fresh'), SEED: 'none' };
  await fillByImport(HERE, env, file);
  const port = await freePort();
  const child = fork(path.join(__dirname, 'servers/embedded.js'), [HERE.dist], {
    env: { PATH: process.env.PATH, ...env, PORT: String(port) },
  });
  await once(child, 'message');
  const waiting = new Map<string, () => void>();
  const key = ({ id, title }: Write) => `${id} ${title}`;
  child.on('message', (write) => waiting.get(key(write as Write))?.());
  const outcome = await watchFreshness({
    port,
    milliseconds,
    write: (id, title) =>
      new Promise<void>((resolve) => {
        waiting.set(key({ id, title }), resolve);
        child.send({ id, title });
      }),
  });
  child.disconnect();
  return outcome;
}
