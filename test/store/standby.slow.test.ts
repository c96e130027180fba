/** A service on a streaming standby never answers with older events than the standby has when the call begins. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { EventService } from '../../src/app/event-service';
import { loadConfig } from '../../src/config';
import { ignoreObservations } from '../../src/ops/observations';
import { migrate } from '../../src/store/migrations';
import { openStore } from '../../src/store/open';
import { openPostgresWriter } from '../../src/store/postgres';
import { ReplicationLagMonitor } from '../../src/store/replication-lag';
import { PATIENT } from '../support/databases';
import { insertEvents } from '../support/insert-events';
import { startPostgres } from '../support/postgres';
import { textOf } from '../support/result-text';

const VERSIONS = 150;
const PAUSE_MS = 10;
const READERS = 8;
const EVENT = { id: 1, starts_at: '2030-03-01T09:00:00Z', ends_at: '2030-03-01T10:00:00Z' };

const versionOf = (text: unknown) => Number(/version (\d+)/.exec(String(text))?.[1]);

test('an answer from a standby is never older than what it had replayed before the call', async () => {
  const primary = await startPostgres();
  const writer = openPostgresWriter(primary.url, ignoreObservations);
  await migrate(writer);
  await insertEvents(writer, [{ ...EVENT, title: 'version 0' }]);
  const standby = await primary.standby();
  const config = loadConfig({ DATABASE_URL: standby.url });
  const store = await openStore(config, ignoreObservations, PATIENT);
  const service = new EventService(store, config);
  const oracle = new Pool({ connectionString: standby.url });
  // `end` does not wait until its connections are closed, so the server may close them first and cause an error.
  oracle.on('error', () => {});
  try {
    let isWriting = true;
    const stale: string[] = [];
    const seen = new Set<number>();
    const read = async (reader: number) => {
      for (let call = reader; isWriting; call++) {
        const { rows } = await oracle.query('SELECT title FROM event');
        const answer = await textOf(
          call % 2 === 0 ? service.selectEvent(1, true) : service.selectEvents(3, 2030),
        );
        if (!(versionOf(answer) >= versionOf(rows[0].title))) stale.push(`${answer} after ${rows[0].title}`);
        seen.add(versionOf(answer));
      }
    };
    const readers = Array.from({ length: READERS }, (_, reader) => read(reader));
    for (let version = 1; version <= VERSIONS; version++) {
      await writer.transaction((session) =>
        session.query('UPDATE event SET title = $1', [`version ${version}`]),
      );
      await sleep(PAUSE_MS);
    }
    isWriting = false;
    await Promise.all(readers);
    expect(stale).toEqual([]);
    expect(seen.size).toBeGreaterThan(10);
    expect(store.cache?.stats.hits).toBeGreaterThan(0);
  } finally {
    await oracle.end();
    await store.close();
    await writer.close();
    await standby.stop();
    await primary.stop();
  }
});

test('the lag of a standby grows after the loss of its primary, although it has replayed everything', async () => {
  const primary = await startPostgres();
  const standby = await primary.standby();
  const database = openPostgresWriter(standby.url, ignoreObservations);
  try {
    const monitor = new ReplicationLagMonitor(database);
    const lag = async () => (await monitor.ask())[0]?.seconds;
    while ((await lag()) !== 0) await sleep(50);
    await primary.stop();
    while ((await lag()) === 0) await sleep(50);
    await expect(monitor.check(0)).rejects.toThrow(/^The standby .* behind its primary/);
  } finally {
    await database.close();
    await standby.stop();
    await primary.stop();
  }
});
