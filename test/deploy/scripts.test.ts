/** The scripts of deploy fail with a reason if a program that they need is missing or fails. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './yaml';

const { PATH = '' } = process.env;

test.each([
  ['make-certificates.sh', 'openssl', 'req'],
  ['make-certificates.sh', 'openssl', 'passwd'],
  ['rolling-update.sh', 'docker', 'compose'],
])('%s ends with the reason if %s %s fails', (script, program, command) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'events-deploy-'));
  mkdirSync(path.join(folder, 'deploy'));
  copyFileSync(path.join(ROOT, 'deploy', script), path.join(folder, 'deploy', script));
  const others = `[ "$1" = ${command} ] || PATH='${PATH}' exec ${program} "$@"`;
  writeFileSync(path.join(folder, program), `#!/bin/sh\n${others}\necho why >&2; exit 3\n`, { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(path.join(folder, 'deploy', script), [], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${PATH}` },
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 3,
    stdout: '',
    stderr: expect.stringMatching(/why\n$/),
  });
});
