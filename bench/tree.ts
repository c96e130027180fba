/** Builds trees of the source: the working tree, and that of another commit. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Program, startProgram } from '../test/support/program';
import { FLAGS, HEAP_PROBE, type Serving, serve } from '../test/support/service';
import { ROOT } from './paths';

const run = promisify(execFile);

export interface Tree {
  readonly name: string;
  readonly root: string;
  readonly dist: string;
}

export const HERE: Tree = { name: 'the service', root: ROOT, dist: path.join(ROOT, 'dist') };

/** Builds a commit in a temporary worktree. */
export async function buildCommit(ref: string, folder: string): Promise<Tree & { remove(): Promise<void> }> {
  const { stdout } = await run('git', ['rev-parse', '--verify', '--short', `${ref}^{commit}`], { cwd: ROOT });
  const root = path.join(folder, 'worktree');
  await run('git', ['worktree', 'add', '--detach', root, ref], { cwd: ROOT });
  const lock = (at: string) => readFileSync(path.join(at, 'package-lock.json'), 'utf8');
  if (lock(root) === lock(ROOT)) {
    await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  } else {
    await run('npm', ['ci'], { cwd: root });
  }
  await run('npm', ['run', '--silent', 'build'], { cwd: root });
  return {
    name: `${ref} (${stdout.trim()})`,
    root,
    dist: path.join(root, 'dist'),
    remove: async () => {
      await run('git', ['worktree', 'remove', '--force', root], { cwd: ROOT });
    },
  };
}

/** Starts the tree's application over operations that answer at once. */
export async function startEcho(tree: Tree): Promise<Program> {
  return startProgram({
    name: `${tree.name}, no store`,
    command: process.execPath,
    args: [...FLAGS, path.join(__dirname, 'servers/echo.js'), tree.dist],
  });
}

/** Starts a service whose heap can be measured. */
export const startProbed = (tree: Tree, env: Readonly<Record<string, string>>): Promise<Serving> =>
  startService(tree, env, HEAP_PROBE);

/**
 * Starts the tree's whole service.
 * @param env `DATABASE_URL`, or `DATA_DIR` for the embedded store
 * @param flags of Node
 */
export const startService = (
  { name, root, dist }: Tree,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<Serving> =>
  serve({ LOG_LEVEL: 'warn', ...env }, { name, main: path.join(dist, 'main.js'), flags, cwd: root });
