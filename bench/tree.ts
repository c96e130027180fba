/** Builds the working tree or another commit, and starts its programs. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Program, startProgram } from '../test/support/program';
import type { OnEnd } from '../test/support/script';
import { FLAGS, type Serving, serve } from '../test/support/service';
import { ROOT } from './paths';

const run = promisify(execFile);

/** Represents a built program: that of the working tree, or of another commit. */
export interface Tree {
  readonly name: string;
  readonly root: string;
}

export const HERE: Tree = { name: 'the service', root: ROOT };

export const mainOf = ({ root }: Tree): string => path.join(root, 'dist/main.js');

/** Builds a commit in a worktree, which is removed when the command ends. */
export async function buildCommit(ref: string, folder: string, onEnd: OnEnd): Promise<Tree> {
  const { stdout } = await run('git', ['rev-parse', '--verify', '--short', `${ref}^{commit}`], { cwd: ROOT });
  const root = path.join(folder, 'worktree');
  await run('git', ['worktree', 'add', '--detach', root, ref], { cwd: ROOT });
  onEnd(() => run('git', ['worktree', 'remove', '--force', root], { cwd: ROOT }));
  const lock = (at: string) => readFileSync(path.join(at, 'package-lock.json'), 'utf8');
  if (lock(root) === lock(ROOT)) {
    await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  } else {
    await run('npm', ['ci'], { cwd: root });
  }
  await run('npm', ['run', '--silent', 'build'], { cwd: root });
  return { name: `${ref} (${stdout.trim()})`, root };
}

/** Starts the application of a tree over operations that answer at once. */
export const startEcho = ({ name, root }: Tree): Promise<Program> =>
  startProgram({
    name: `${name}, no store`,
    command: process.execPath,
    args: [...FLAGS, path.join(__dirname, 'servers/echo.js'), path.join(root, 'dist')],
  });

/**
 * Starts the whole service of a tree.
 * @param env `DATABASE_URL`, or `DATA_DIR` for the embedded store
 * @param flags the options of Node
 */
export const startService = (
  tree: Tree,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<Serving> => serve(env, { name: tree.name, main: mainOf(tree), flags, cwd: tree.root });
