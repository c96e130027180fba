/** The scripts of deploy fail with a reason if a program that they need is missing or fails. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './yaml';

/** This program stands for OpenSSL and Docker. It makes the files that its arguments name, or fails at one command. */
const FAKE = `#!/bin/sh
case "$*" in "$FAILS"*) echo why >&2; exit 3 ;; *' ps '*) echo "$REPLICAS" ;; esac
for word; do
  case $before in -out | -keyout) : >"$word" ;; esac
  before=$word
done
`;

test.each([
  ['make-certificates.sh', 'openssl', 'req', 3],
  ['make-certificates.sh', 'openssl', 'passwd', 3],
  ['rolling-update.sh', 'docker', 'compose ps', 3],
  ['rolling-update.sh', 'docker', 'compose run', 3],
  ['rolling-update.sh', 'docker', 'compose up', 1],
  ['rolling-update.sh', 'docker', 'stop', 3],
])('%s ends with the reason if %s %s fails', (script, program, command, code) => {
  const { status, stdout, stderr } = run(script, [], [program, command]);
  expect({ status, stdout, stderr }).toEqual({
    status: code,
    stdout: '',
    stderr: expect.stringMatching(/why\n$/),
  });
});

test.each([
  ['one two', 0, 'replaced one\nreplaced two\n', ''],
  ['', 1, '', 'No replica runs: start the stack first.\n'],
])('rolling-update.sh with the replicas "%s" ends with %d', (replicas, status, stdout, stderr) => {
  const ran = run('rolling-update.sh', [], ['docker', 'nothing'], replicas);
  expect(ran).toMatchObject({ status, stdout, stderr });
});

test('make-certificates.sh tells addresses from names', () => {
  const { status, stdout } = run('make-certificates.sh', [
    'events.example.org',
    '10.0.0.5',
    'fd00::5',
    '1st.example',
    '10.0.0.5.nip.io',
  ]);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout:
      'certificates for DNS:localhost,IP:127.0.0.1,DNS:events.example.org,IP:10.0.0.5,IP:fd00::5,DNS:1st.example,DNS:10.0.0.5.nip.io\n',
  });
});

/** Runs a copy of a script beside the fake programs. @param fails the beginning of the command that fails */
function run(
  script: string,
  args: readonly string[],
  [program, fails] = ['openssl', 'nothing'],
  REPLICAS = 'a-replica',
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-deploy-'));
  mkdirSync(path.join(folder, 'deploy'));
  copyFileSync(path.join(ROOT, 'deploy', script), path.join(folder, 'deploy', script));
  writeFileSync(path.join(folder, program), FAKE, { mode: 0o755 });
  return spawnSync(path.join(folder, 'deploy', script), args, {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH}`, FAILS: fails, REPLICAS },
  });
}
