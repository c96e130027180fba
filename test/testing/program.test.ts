/** The program has test control only if it is enabled. Otherwise the program loads none of its modules. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { EventsQueryControl } from '../../src/testing/client';
import { useProgram } from '../process/program';
import { usePostgres } from '../support/databases';

const program = useProgram();
const engine = usePostgres();

/**
 * Starts the service, calls `ask`, and stops it. Returns the number of test control's loaded modules, and the output.
 */
async function serving(env: Record<string, string>, ask: (url: string, adminUrl: string) => Promise<void>) {
  const hook = path.join(program.folder, 'count-loaded.js');
  writeFileSync(
    hook,
    `process.on('exit', () => process.stderr.write('loaded ' + Object.keys(require.cache).filter((file) => file.includes('/dist/testing/')).length));`,
  );
  const settings = { SEED: 'none', LOG_LEVEL: 'debug', NODE_OPTIONS: `--require "${hook}"`, ...env };
  const { running, url } = await program.serve(settings);
  const [, adminUrl = ''] = await running.printed(/The admin is listening on (http:\S+)/);
  await ask(url, adminUrl);
  running.signal('SIGTERM');
  const { stdout, stderr } = await running.exit;
  return { loaded: Number(/loaded (\d+)/.exec(stderr)?.[1]), text: stdout + stderr };
}

const metricAt = async (adminUrl: string) =>
  /^events_query_test_api_enabled (\d)$/m.exec(await (await fetch(`${adminUrl}/metrics`)).text())?.[1];

test('when test control is on, it answers only on the admin port, logs a warning and is counted', async () => {
  const seed = path.join(program.folder, 'seed.json');
  writeFileSync(seed, JSON.stringify([{ title: 'Seeded', start: '2026-03-05T09:00' }]));
  const env = { TEST_API: 'true', SEED: seed, TIME_ZONE: 'Asia/Tokyo' };
  const { loaded, text } = await serving(env, async (url, adminUrl) => {
    const { events } = new EventsQueryControl(adminUrl);
    expect(await events.list()).toMatchObject([{ title: 'Seeded', start: '2026-03-05T00:00:00Z' }]);
    expect(await events.replace([{ title: 'Mine', start: '2026-03-05' }])).toMatchObject({ added: 1 });
    const march = await fetch(`${url}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`);
    expect(await march.text()).toContain('Mine');
    expect((await fetch(`${url}/test/events`)).status).toBe(404);
    expect(await metricAt(adminUrl)).toBe('1');
  });
  expect(loaded).toBeGreaterThan(10);
  expect(text).toContain('TEST_API is on: ');
});

test('when test control is off, none of its modules is loaded and none of its paths answers', async () => {
  const env = { DATABASE_URL: String(engine.config().databaseUrl) };
  const { loaded, text } = await serving(env, async (_url, adminUrl) => {
    expect((await fetch(`${adminUrl}/test/spaces`)).status).toBe(404);
    expect(await metricAt(adminUrl)).toBe('0');
  });
  expect(loaded).toBe(0);
  expect(text).not.toContain('TEST_API');
});
