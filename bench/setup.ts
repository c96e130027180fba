/** Does the setup and the clean-up of every command of the bench. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Program, stopPrograms } from '../test/support/program';
import type { OnEnd } from '../test/support/script';
import { type Postgres, startPostgres } from './machine/postgres';
import { ROOT } from './paths';
import type { Row } from './rows';
import { benchEvents, fillByImport, writeEvents } from './store';
import type { BuildUnderTest } from './targets';
import { startEcho, startService, type Tree } from './tree';

export interface Setup {
  readonly postgres: Postgres;
  readonly folder: string;
}

/** Starts Postgres and makes a folder, which are removed when the command ends. */
export async function startSetup(onEnd: OnEnd): Promise<Setup> {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-bench-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  // Peers that give up root's rights must be able to read it.
  chmodSync(folder, 0o755);
  say('starting Postgres');
  const postgres = await startPostgres();
  onEnd(postgres.stop);
  onEnd(stopPrograms);
  return { postgres, folder };
}

export const say = (what: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`);

/** Makes a database, and fills it by the tree's own import. */
export async function fillStore(
  { postgres, folder }: Setup,
  tree: Tree,
  { id, events }: { readonly id: string; readonly events: number },
): Promise<string> {
  const databaseUrl = await postgres.create(id);
  const file = path.join(folder, `${id}.jsonl`);
  await writeEvents(file, benchEvents(events));
  say(`importing ${events} events for ${tree.name}`);
  await fillByImport(tree, { DATABASE_URL: databaseUrl }, file);
  return databaseUrl;
}

/** Starts a tree's processes, as the rows need them. */
export async function startBuild(
  tree: Tree,
  databaseUrl: string,
  rows: readonly Row[],
): Promise<BuildUnderTest> {
  const echo = await startEcho(tree);
  const service = await startService(tree, { DATABASE_URL: databaseUrl });
  const formats = new Map<string, Program>();
  for (const { listFormat: LIST_FORMAT } of rows) {
    if (LIST_FORMAT !== undefined)
      formats.set(LIST_FORMAT, await startService(tree, { DATABASE_URL: databaseUrl, LIST_FORMAT }));
  }
  return { name: tree.name, echo, service, formats, databaseUrl };
}

export function commitAtHand(): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', 'src').length > 0;
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' and changes' : ''}`;
}
