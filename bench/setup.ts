/** Starts and stops what every command of the bench needs. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commit } from '../scripts/build';
import { stopPrograms } from '../test/support/program';
import type { OnEnd } from '../test/support/script';
import { type Postgres, startPostgres } from './postgres';

export interface Setup {
  readonly postgres: Postgres;
  readonly folder: string;
  readonly onEnd: OnEnd;
}

/** Starts Postgres and creates a folder. Both are removed when the command ends. */
export async function startSetup(onEnd: OnEnd): Promise<Setup> {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-bench-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  // A peer may run as another user than root, and must be able to read the folder.
  chmodSync(folder, 0o755);
  say('starting Postgres');
  const postgres = await startPostgres();
  onEnd(postgres.stop);
  onEnd(stopPrograms);
  return { postgres, folder, onEnd };
}

export const say = (what: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${what}`);

/** Names the working tree in results. A download of the repository has no commit. */
export const commitAtHand = (): string => commit() ?? 'unknown';
