/** What happens to databases: `npm run chaos`, held to what it promises. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const chaos = (...args: string[]) =>
  spawnSync('npm', ['run', '--silent', 'chaos', '--', ...args], { cwd: ROOT, encoding: 'utf8' });

test('sixteen callers get right answers, or hear in time that the database is away, whatever happens to it', () => {
  const { status, stdout, stderr } = chaos();
  expect({ status, stderr, beyond: stdout.split('\n').filter((line) => line.includes('BEYOND')) }).toEqual({
    status: 0,
    stderr: '',
    beyond: [],
  });
  expect(stdout).toMatch(/\n15 faults, 0 not as they should be\.\n$/);
}, 600_000);
