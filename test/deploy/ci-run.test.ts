/** .ci/run reports success in its last line and its status only if every step succeeded. The tests use a fake npm. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'events-ci-'));
mkdirSync(path.join(folder, 'bin'));
cpSync(path.join(__dirname, '../../.ci'), path.join(folder, '.ci'), { recursive: true });
const program = (name: string, text: string) =>
  writeFileSync(path.join(folder, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
program('id', 'echo 1000');
program(
  'npm',
  `echo "npm $*" >> "${folder}/asked"
case "$*" in *"$BROKEN"*) echo "it broke"; exit 3;; esac
case "$*" in *"$SILENT"*) exit 0;; esac
case "$*" in test) echo "5969 passed, 0 failed, 1 skipped";; "run test:slow"*) echo "31 passed, 0 failed";; esac
case "$*" in "$UNSOUND"*) exit 1;; esac`,
);

function run(given: Readonly<Partial<Record<'BROKEN' | 'SILENT' | 'UNSOUND', string>>>) {
  const { status, stdout } = spawnSync(path.join(folder, '.ci/run'), {
    encoding: 'utf8',
    env: {
      PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`,
      BROKEN: 'none',
      SILENT: 'none',
      UNSOUND: 'none',
      ...given,
    },
  });
  return { status, stdout, last: stdout.trimEnd().split('\n').at(-1) };
}

test('it runs every step, says how long each took, and adds up the tests of both runs', () => {
  const { status, stdout, last } = run({});
  expect({ status, last }).toEqual({ status: 0, last: '6000 passed, 0 failed, 1 skipped' });
  const steps = [...stdout.matchAll(/^== ([\w-]+): \d+ s, status 0$/gm)].map(([, name]) => name);
  expect(steps.sort()).toEqual(['build', 'clients', 'install', 'lint', 'slow', 'test', 'types'].sort());
});

test.each(['ci', 'lint', 'typecheck', 'run build', 'test', 'test:clients', 'test:slow'])(
  'a failure of npm %s fails the run, and its output is shown',
  (BROKEN) => {
    const { status, stdout, last } = run({ BROKEN });
    expect(status).toBe(1);
    expect(stdout).toContain('it broke');
    expect(last).toMatch(/^\d+ passed, [1-9]\d* failed/);
  },
);

test.each([
  ['test ends early, without its counts', { SILENT: 'test' }],
  ['test:slow ends early, without its counts', { SILENT: 'test:slow' }],
  // An unknown skip does not count as a failed test.
  ['test counts no failed test, but its status is 1', { UNSOUND: 'test' }],
  ['test:slow counts no failed test, but its status is 1', { UNSOUND: 'run test:slow' }],
])('the run fails if npm %s', (_what, given) => {
  expect(run(given)).toMatchObject({ status: 1, last: expect.stringMatching(/ passed, [1-9]\d* failed/) });
});
