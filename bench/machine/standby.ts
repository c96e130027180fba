import { execFile } from 'node:child_process';
import { appendFile, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { launch } from './postgres-server';

/** A streaming standby of a server whose folder is here, made as pg_basebackup does, which is not at hand. */
export async function startStandby(primaryUrl: string, primaryFolder: string) {
  const folder = await mkdtemp(join(tmpdir(), 'events-bench-standby-'));
  const { url, postgres } = await launch(folder, () => copy(primaryUrl, primaryFolder, folder));
  return { url, stop: () => postgres.stop() };
}

async function copy(primaryUrl: string, from: string, to: string): Promise<void> {
  const client = new Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', true)");
    await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  const { hostname, port, username, password } = new URL(primaryUrl);
  await appendFile(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
  await writeFile(join(to, 'standby.signal'), '');
  await rm(join(to, 'postmaster.pid'), { force: true });
  // Written by root, read and removed by Postgres' own user.
  const { uid, gid } = await stat(from);
  for (const name of ['backup_label', 'standby.signal']) await chown(join(to, name), uid, gid);
}
