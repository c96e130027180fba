/** Readers that go away and disks that are full, where the program's output goes. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { usePostgres } from '../support/databases';
import { useProgram } from './program';

const program = useProgram();
const engine = usePostgres();

/** The status of the program, not of the pipe, and what it wrote to standard error. */
function shell(line: string): Promise<{ readonly code: string; readonly stderr: string }> {
  const main = `"${process.execPath}" --disable-proto=delete "${path.join(program.folder, 'dist/main.js')}"`;
  const script = line.replace('PROGRAM', `{ ${main}`).replace('|', '; echo $? >&3; } |');
  const env = { PATH: process.env.PATH, DATABASE_URL: engine.config().databaseUrl };
  return new Promise((resolve) => {
    const command = `{ ${script}; } 3>&1 >/dev/null`;
    execFile('sh', ['-c', command], { cwd: program.folder, env }, (_error, stdout, stderr) => {
      resolve({ code: stdout.trim(), stderr });
    });
  });
}

test.each(['--help', 'config', 'config --help', 'wsdl'])(
  '%s ends in order when nobody reads it',
  async (args) => {
    expect(await shell(`PROGRAM ${args} | true`)).toEqual({ code: '0', stderr: '' });
  },
);

test('an export says that its reader went away', async () => {
  expect(await shell('PROGRAM export | true')).toEqual({
    code: '1',
    stderr: "standard output can't be written: the reader went away.\n",
  });
});

test.each([
  ['config', "Standard output can't be written: the disk is full.\n"],
  [
    `format --from ${path.resolve('examples/formats', 'wcf.answer.txt')}`,
    "Standard output can't be written: the disk is full.\n",
  ],
  ['serve --help', "Standard output can't be written: the disk is full.\n"],
  ['wsdl', "Standard output can't be written: the disk is full.\n"],
  ['export', "standard output can't be written: the disk is full.\n"],
])('%s fails when the disk is full', async (args, stderr) => {
  const ended = await shell(`PROGRAM ${args} > /dev/full | true`);
  // What the command notes about its work may stand before it.
  expect({ ...ended, stderr: ended.stderr.replace(/^note: .*\n/gm, '') }).toEqual({ code: '1', stderr });
});
