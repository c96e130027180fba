import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort } from '../support/free-port';
import { converse } from '../support/raw-http';
import { useProgram } from './program';

const program = useProgram();

test('a service whose log is not read loses lines instead of memory, and ends after SIGTERM', async () => {
  const [port, admin] = await Promise.all([freePort(), freePort()]);
  // The parent of this process does not read its output.
  const service = spawn(process.execPath, [path.join(program.folder, 'dist/main.js'), 'serve', '--test'], {
    cwd: program.folder,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'debug', PORT: String(port), ADMIN_PORT: String(admin) },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(service, 'exit');
  try {
    const metric = async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${admin}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
    };
    const isReady = async () => (await fetch(`http://127.0.0.1:${admin}/ready`)).ok;
    while (!(await isReady().catch(() => false))) await new Promise((next) => setTimeout(next, 50));
    const calls = `GET /${'x'.repeat(250)} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(8);
    const callOn = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) {
        const { answers } = await converse({ hostname: '127.0.0.1', port }, [calls], 8);
        expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
      }
    };
    // These calls write 3 MB of lines, and the service keeps 1 MB of them.
    await Promise.all(Array.from({ length: 10 }, () => callOn(100)));
    expect(await metric('events_query_log_writes_lost_total')).toBeGreaterThan(1_000);
    service.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  } finally {
    service.kill('SIGKILL');
    await exit;
  }
});
