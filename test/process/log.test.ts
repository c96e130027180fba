/** The log of the running program: what it says of calls, and what becomes of a service that can't write it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { usePostgres } from '../support/databases';
import { freePort } from '../support/free-port';
import { useProgram } from './program';

const program = useProgram();
const engine = usePostgres();
const env = () => ({ DATABASE_URL: engine.config().databaseUrl ?? '', PORT: '0' });

test('a fault is a line at info, with its typed arguments and the trace that it belongs to', async () => {
  const service = program.start(['serve'], { ...env(), LOG_FORMAT: 'json' });
  const [, url = ''] = await service.printed(/listening on (http:[^"]+)/);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const call = (query: string) =>
    fetch(`${url}/WebServices/Events.asmx/SelectEvents?${query}`, { headers: { traceparent } });
  await call('month=3&year=2026');
  await call('month=13&year=2026');
  await service.printed(/"event":"call".*\n/);
  const calls = service
    .output()
    .stdout.split('\n')
    .filter((line) => line.includes('"event":"call"'))
    .map((line) => JSON.parse(line));
  expect(calls).toMatchObject([
    {
      level: 'info',
      operation: 'SelectEvents',
      binding: 'httpget',
      arguments: { month: '13', year: '2026' },
      outcome: 'fault',
      told: 'month must be from 1 to 12.',
      requestId: '0af7651916cd43dd8448eb211c80319c',
    },
  ]);
});

test('a service whose log is on a full disk goes on, and counts what it could not write', async () => {
  const [port, admin] = await Promise.all([freePort(), freePort()]);
  const full = openSync('/dev/full', 'w');
  const service = spawn(process.execPath, [path.join(program.folder, 'dist/main.js'), 'serve'], {
    cwd: program.folder,
    env: {
      ...env(),
      PATH: process.env.PATH,
      LOG_LEVEL: 'debug',
      PORT: String(port),
      ADMIN_PORT: String(admin),
    },
    stdio: ['ignore', full, 'ignore'],
  });
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${admin}/ready`)).ok);
    const call = () =>
      fetch(`http://127.0.0.1:${port}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`);
    for (let count = 0; count < 30; count++) expect((await call()).status).toBe(200);
    const metrics = await (await fetch(`http://127.0.0.1:${admin}/metrics`)).text();
    expect(Number(/^events_query_log_writes_lost_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    expect(service.exitCode).toBeNull();
  } finally {
    service.kill('SIGKILL');
    await once(service, 'close');
    closeSync(full);
  }
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await sleep(50);
}
