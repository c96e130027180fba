/** Starts and stops what every command of the bench needs. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopPrograms } from '../test/support/program';
import type { OnEnd } from '../test/support/script';
import { ROOT } from './paths';
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

export function commitAtHand(): string {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', 'src').length > 0;
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' and changes' : ''}`;
}
