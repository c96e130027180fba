/**
 * The service, its database and its ports may start in any order. Answers that need no database never wait for the
 * database.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { useCommands } from '../support/commands';
import { usePostgres } from '../support/databases';
import { freePort } from '../support/free-port';
import { answering } from '../support/listening';
import { envelope, wrapper } from '../support/requests';
import { TcpProxy } from '../support/tcp-proxy';

const program = useCommands();
const engine = usePostgres();
const proxy = new TcpProxy(new URL(engine.config().databaseUrl ?? ''));
beforeEach(() => proxy.open());
afterEach(() => proxy.cut());

const LISTENING = /The service is listening on (http:[^\s"]+)/;
const CALL = '/SelectEvents?month=3&year=2026';

async function start(env: Record<string, string> = {}) {
  const [port, adminPort] = [await freePort(), await freePort()];
  const running = program.begin(['serve'], {
    DATABASE_URL: proxy.url,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    ...env,
  });
  const askAt = (root: string) => async (path: string, init?: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${root}${path}`, init);
    return { status: answer.status, text: await answer.text() };
  };
  return { running, probe: askAt(`${adminPort}`), ask: askAt(`${port}/WebServices/Events.asmx`) };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await condition().catch(() => false)); await sleep(20))
    if (Date.now() > end) throw new Error(`it never came to: ${condition}`);
}

test('a service whose database comes later is alive but not ready and refuses clients until then', async () => {
  await proxy.cut();
  const { running, probe, ask } = await start({ TEST_API: 'true' });
  await until(async () => (await probe('/live')).status === 200);
  expect(await probe('/ready')).toEqual({ status: 503, text: 'The service is starting.\n' });
  const { status, text } = await probe('/test/spaces');
  const detail = 'The service is starting.';
  expect({ status, body: JSON.parse(text) }).toMatchObject({ status: 503, body: { status: 503, detail } });
  await expect(ask(CALL)).rejects.toThrow();
  await proxy.open();
  await running.printed(LISTENING);
  expect((await probe('/ready')).status).toBe(200);
  expect((await probe('/test/spaces')).status).toBe(200);
  expect((await ask(CALL)).status).toBe(200);
  // The scrape itself also queries the database.
  expect((await probe('/metrics')).text).toContain('pool_connections{state="waiting"} 0\n');
});

test('a service whose database lacks a table refuses clients until the table is there again', async () => {
  const owner = await engine.open();
  const rename = (from: string, to: string) =>
    owner.transaction((session) => session.script(`ALTER TABLE ${from} RENAME TO ${to}`));
  try {
    await rename('event_version', 'away');
    const { running, probe, ask } = await start();
    await running.printed(/The database lacks a part that migrate created/);
    expect(await probe('/ready')).toEqual({ status: 503, text: 'The service is starting.\n' });
    await expect(ask(CALL)).rejects.toThrow();
    // The pause is long enough for a second attempt.
    await sleep(600);
    await rename('away', 'event_version');
    await running.printed(LISTENING);
    expect(running.output().stdout.match(/lacks a part/g)).toHaveLength(1);
    expect((await ask(CALL)).status).toBe(200);
  } finally {
    await owner.close();
  }
});

test('a service that loses its database is not ready, says so in each binding, and becomes ready again by itself', async () => {
  const { running, probe, ask } = await start({ QUERY_TIMEOUT_MS: '500', CACHE_BYTES: '0' });
  await running.printed(LISTENING);
  await proxy.cut();
  await until(async () => (await probe('/ready')).status === 503);
  expect((await probe('/ready')).text).toMatch(/^The database at .*, port \d+, can't be reached: .+\.\n$/);
  const sentence = 'The event database is not available at the moment.';
  expect(await ask(CALL)).toEqual({ status: 503, text: `${sentence}\r\n` });
  const soap = (parameters: string) => ({
    method: 'POST',
    headers: { 'Content-Type': 'text/xml', SOAPAction: '"http://tempuri.org/SelectEvents"' },
    body: envelope('1.1', wrapper('SelectEvents', parameters)),
  });
  const fault = await ask('', soap('<month>3</month><year>2026</year>'));
  expect(fault.status).toBe(500);
  expect(fault.text).toContain(`<faultcode>soap:Server</faultcode><faultstring>${sentence}</faultstring>`);

  // None of these requests needs the database, so no request waits for it.
  for (const path of ['', '?WSDL', '?DISCO']) expect((await ask(path)).status).toBe(200);
  expect((await ask('', soap('<month>x</month>'))).text).toContain('<faultcode>soap:Client</faultcode>');
  expect((await ask('/SelectEvents?month=13&year=2026')).text).toBe('month must be from 1 to 12.\r\n');
  expect((await ask('/Nope')).text).toBe('Nope Web Service method name is not valid.\r\n');
  expect((await probe('/live')).status).toBe(200);

  await proxy.open();
  await until(async () => (await probe('/ready')).status === 200);
  expect((await ask(CALL)).status).toBe(200);
});

test.each(['ADMIN_PORT', 'PORT'])(
  'a start whose %s is taken creates no store, and says so',
  async (setting) => {
    const { port } = await answering(() => {});
    const env = { PORT: '0', ADMIN_PORT: '0', [setting]: String(port), DATA_DIR: 'unmade' };
    expect(await program.run(['serve'], env)).toEqual({
      code: 1,
      stdout: expect.not.stringContaining('service is listening'),
      stderr: `Port ${port} on "127.0.0.1" is in use by another program: stop it or set ${setting} to a free port.\n`,
    });
    expect(existsSync(path.join(program.folder, 'unmade'))).toBe(false);
  },
);
