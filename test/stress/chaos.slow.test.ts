/** `npm run chaos` keeps its promises while databases fail. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { useProgram } from '../process/program';

const STRESS = path.join(__dirname, '../../scripts/stress.js');
const program = useProgram();

test('during every fault sixteen clients get right answers, or are told in time that the database is not available', () => {
  const main = path.join(program.folder, 'dist/main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [STRESS, 'chaos', '--program', main], {
    encoding: 'utf8',
  });
  expect({ status, stderr, beyond: stdout.split('\n').filter((line) => line.includes('BEYOND')) }).toEqual({
    status: 0,
    stderr: '',
    beyond: [],
  });
  expect(stdout).toMatch(/\n15 faults, 0 with wrong behaviour\.\n$/);
});
