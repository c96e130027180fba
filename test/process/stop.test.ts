import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { Client } from 'pg';
import { usePostgres } from '../support/databases';
import { type Running, useProgram } from './program';

const program = useProgram();
const engine = usePostgres();
const lockers: Client[] = [];

// A failed test may leave its lock, and all other tests would wait for this lock.
afterEach(() => Promise.all(lockers.splice(0).map((locker) => locker.end())));

/** Starts a service on Postgres, and locks its events, so that every query waits until the lock is released. */
async function start(where: Pick<typeof program, 'serve'>, env: Record<string, string> = {}) {
  const { databaseUrl = '' } = engine.config();
  const { running, url, adminPort } = await where.serve({ DATABASE_URL: databaseUrl, ...env });
  await running.printed(/There are no events yet/);
  const locker = new Client({ connectionString: databaseUrl });
  lockers.push(locker);
  locker.on('error', () => {});
  await locker.connect();
  await locker.query('BEGIN');
  await locker.query('LOCK TABLE event IN ACCESS EXCLUSIVE MODE');
  const ready = async () => {
    const response = await fetch(`http://127.0.0.1:${adminPort}/ready`);
    return { status: response.status, body: await response.text() };
  };
  const queryWaits = async () => {
    const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await locker.query(waiting)).rows[0].count === 0) {
      await new Promise((next) => setTimeout(next, 20));
      // Without this statement the view would not change within a transaction.
      await locker.query('SELECT pg_stat_clear_snapshot()');
    }
  };
  const backends = async () => {
    await locker.query('SELECT pg_stat_clear_snapshot()');
    const sql = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'events-query'`;
    return (await locker.query(sql)).rows[0].count;
  };
  return { running, url, ready, queryWaits, backends, letGo: () => locker.end() };
}

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly body: string;
}

function call(url: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`,
      { agent },
      async (response) => {
        let body = '';
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode, connection: response.headers.connection, body });
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

const stopping = (running: Running) => running.printed(/The service is stopping: SIGTERM/);

/** Sends SIGTERM to a service while it answers a call that waits for the lock. */
async function stopDuringCall(where: Pick<typeof program, 'serve'>, graceMs: string) {
  const service = await start(where, { QUERY_TIMEOUT_MS: '60000', SHUTDOWN_GRACE_MS: graceMs });
  const answer = call(service.url);
  answer.catch(() => {});
  await service.queryWaits();
  service.running.signal('SIGTERM');
  return { ...service, answer };
}

test('after SIGTERM the service is not ready, accepts no connection, answers the slow query and ends with 0', async () => {
  const { running, url, ready, queryWaits, backends, letGo } = await start(program, {
    QUERY_TIMEOUT_MS: '30000',
  });
  expect((await ready()).status).toBe(200);
  // An update of the program may change its files while a process runs.
  const wsdl = path.join(program.folder, 'wsdl/Events.wsdl');
  const bytes = readFileSync(wsdl);
  for (const change of [() => writeFileSync(wsdl, '<another/>'), () => rmSync(wsdl)]) {
    change();
    expect(await ready()).toEqual({
      status: 503,
      body: 'The file of the WSDL has changed since this process started: restart the process.\n',
    });
  }
  writeFileSync(wsdl, bytes);
  expect((await ready()).status).toBe(200);
  const answer = call(url);
  await queryWaits();
  running.signal('SIGTERM');
  await stopping(running);
  expect(await ready()).toEqual({ status: 503, body: 'The service is stopping.\n' });
  await expect(call(url)).rejects.toThrow(/ECONNREFUSED/);
  expect(await backends()).toBeGreaterThan(0);
  await letGo();
  expect(await answer).toEqual({ status: 200, connection: 'close', body: expect.stringContaining('[]') });
  expect(await running.exit).toMatchObject({ code: 0, stderr: '' });
});

test('a service that is stopped during its start opens no port to clients after that', async () => {
  const seed = path.join(program.folder, 'seed.json');
  execFileSync('mkfifo', [seed]);
  const running = program.here.begin(['serve'], { SEED: seed, DATA_DIR: 'stopped', PORT: '0' });
  // This call waits until the service reads the file.
  const writer = await open(seed, 'w');
  running.signal('SIGTERM');
  await stopping(running);
  await writer.writeFile('[{ "title": "a", "start": "2026-03-01" }]');
  await writer.close();
  const { code, stdout } = await running.exit;
  expect(code).toBe(0);
  expect(stdout).toContain('1 event imported');
  expect(stdout).not.toContain('listening');
});

test('a client that calls repeatedly over one connection gets every answer, the last with Connection: close', async () => {
  const { running, url, letGo } = await start(program.here);
  await letGo();
  let asked = 0;
  const callOn = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const { status, connection } = await call(url, agent);
      asked++;
      expect(status).toBe(200);
      if (connection === 'close') return;
    }
  };
  const callers = Array.from({ length: 10 }, callOn);
  while (asked < 200) await new Promise((next) => setTimeout(next, 5));
  running.signal('SIGTERM');
  await Promise.all(callers);
  expect(await running.exit).toMatchObject({ code: 0, stderr: '' });
});

test('a call on a connection that the service has not accepted yet when it is stopped is answered', async () => {
  const { running, url, letGo } = await start(program.here);
  await letGo();
  const answers = Array.from({ length: 50 }, () => call(url));
  // The connections are opened in the next tick.
  await new Promise<void>((next) => process.nextTick(next));
  running.signal('SIGTERM');
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  expect(await running.exit).toMatchObject({ code: 0, stderr: '' });
});

test('a query that does not end is cut off and logged after the grace period, and the status is 0', async () => {
  const { running, answer, letGo } = await stopDuringCall(program.here, '500');
  await expect(answer).rejects.toThrow(/socket hang up/);
  const { code, stdout } = await running.exit;
  expect(code).toBe(0);
  expect(stdout).toContain('The service stopped before 1 request was answered.');
  await letGo();
});

test('a second signal ends the service at once with its status', async () => {
  const { running, letGo } = await stopDuringCall(program, '60000');
  await stopping(running);
  running.signal('SIGTERM');
  expect((await running.exit).code).toBe(143);
  await letGo();
});

test('SIGHUP after another signal ends the service at once by this signal', async () => {
  const { running, letGo } = await stopDuringCall(program, '60000');
  await stopping(running);
  running.signal('SIGHUP');
  expect((await running.exit).code).toBeNull();
  await letGo();
});

test('SIGHUP ends a start that is still waiting for the database, and the status is that of the signal', async () => {
  const running = program.start(['serve'], { PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/d' });
  await running.printed(/can't be reached/);
  running.signal('SIGHUP');
  const ended = await running.exit;
  expect(ended).toMatchObject({ code: null, stderr: '' });
  expect(ended.stdout).toMatch(/The service is stopping: SIGHUP\n.*Stopped\n$/);
});
