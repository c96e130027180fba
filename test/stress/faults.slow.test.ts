/** Each command that looks for faults finds one that is planted, and says so by its exit status. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const run = (command: string, fault: string, ...args: string[]) =>
  spawnSync(
    'npm',
    ['run', '--silent', command, '--', ...args, '--program', path.join(__dirname, `${fault}-answers.js`)],
    { cwd: ROOT, encoding: 'utf8', timeout: 240_000 },
  );

const RUNS = {
  attack: ['--postgres', '--only', 'one request: a digit'],
  chaos: ['--only', 'nothing'],
  soak: ['--postgres', '--minutes', '0.05'],
  fuzz: ['--postgres', '--requests', '400', '--as', 'usual'],
};

test.each(Object.entries(RUNS))(
  '%s finds a service that spoils some answers',
  (command, args) => {
    const { status, stdout } = run(command, 'spoils', ...args);
    expect({ command, status, stdout }).toMatchObject({ status: 1 });
  },
  300_000,
);

test.each(['chaos', 'soak'] as const)(
  '%s finds a service that keeps answers for ever',
  (command) => {
    const { status, stdout } = run(command, 'keeps', ...RUNS[command]);
    expect({ command, status, stdout }).toMatchObject({ status: 1 });
  },
  300_000,
);
