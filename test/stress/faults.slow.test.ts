/** Each command that looks for faults finds a planted fault, and its exit status shows the finding. */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { useProgram } from '../process/program';

const STRESS = path.join(__dirname, '../../scripts/stress.js');
const program = useProgram();

beforeAll(() => cpSync(__dirname, path.join(program.folder, 'test/stress'), { recursive: true }));

/** Maps each command to its arguments, and to the text that reports the finding. */
const RUNS = {
  attack: {
    args: ['--postgres', '--only', 'one request: a digit'],
    said: /^The bounds: 384 MiB, .*\nThe longest bodies have 64 KB[\s\S]*, [1-9]\d* beyond/,
  },
  chaos: { args: ['--only', 'nothing'], said: /, [1-9]\d* with wrong behaviour/ },
  soak: {
    args: ['--postgres', '--minutes', '0.05'],
    said: /[1-9]\d* answers were wrong/,
  },
  fuzz: {
    args: ['--postgres', '--requests', '400', '--as', 'usual'],
    said: /^FAILED .*\n {2}hostile request: "/m,
  },
} as const;

/** @param fault the beginning of the name of a file that runs the built program with a fault */
function expectFound(command: keyof typeof RUNS, fault: string) {
  const { args, said } = RUNS[command];
  const faulty = path.join(program.folder, `test/stress/${fault}-answers.js`);
  const { status, stdout } = spawnSync(process.execPath, [STRESS, command, ...args, '--program', faulty], {
    encoding: 'utf8',
    timeout: 240_000,
    // The caller's variables for libpq must not reach the connections of the script.
    env: { ...process.env, PGSSLMODE: 'require' },
  });
  expect({ command, status, stdout }).toEqual({ command, status: 1, stdout: expect.stringMatching(said) });
}

test.each(['attack', 'chaos', 'soak', 'fuzz'] as const)(
  '%s reports a service that spoils some answers',
  (command) => expectFound(command, 'spoils'),
);

test.each(['chaos', 'soak'] as const)('%s reports a service that repeats old answers', (command) =>
  expectFound(command, 'keeps'),
);
