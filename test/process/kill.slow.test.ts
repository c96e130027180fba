/** If a process is killed at any moment, its store has the state before the change or after it. */
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ignoreObservations } from '../../src/ops/observations';
import { openEmbedded } from '../../src/store/embedded/embedded';
import { openMigrated } from '../../src/store/open';
import { type TestEngine, useEmbedded, usePostgres } from '../support/databases';
import { Random } from '../support/random';
import { follow, useProgram } from './program';

const program = useProgram();
const TIMES = 10;
const EVENTS = 2_000;

/** Writes a file of events whose titles begin with `name`. `holds` is the name with the number of events. */
function file(name: string, count: number): { readonly file: string; readonly holds: string } {
  const events = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    title: `${name} ${index}`,
    start: new Date(Date.UTC(2026, 2, 1, 0, index)).toISOString(),
  }));
  const to = path.join(program.folder, `${name}.json`);
  writeFileSync(to, JSON.stringify(events));
  return { file: to, holds: `${name} ${count}` };
}

const ENGINES: Readonly<Record<string, () => TestEngine>> = {
  'the embedded store': useEmbedded,
  Postgres: usePostgres,
};

describe.each(Object.entries(ENGINES))('on %s', (name, use) => {
  const engine = use();
  const { dataDir, databaseUrl } = engine.config();
  const env: Record<string, string> =
    databaseUrl === undefined ? { DATA_DIR: dataDir, SEED: 'none' } : { DATABASE_URL: databaseUrl };

  async function holds(): Promise<string> {
    const database = await openMigrated(engine.config(), ignoreObservations, 'read');
    const text = `SELECT split_part(title, ' ', 1) AS name, count(*)::text AS count FROM event GROUP BY 1 ORDER BY 1`;
    const rows = await database.read<{ name: string; count: string }>({ name: 'held', text }, []);
    await database.close();
    return rows.map(({ name: held, count }) => `${held} ${count}`).join(', ');
  }

  test(`${TIMES} imports that are killed at different moments import all or nothing, and lose nothing that was acknowledged`, async () => {
    const random = new Random(name.length);
    const files = [file('before', EVENTS), file('after', EVENTS / 2)] as const;
    const began = Date.now();
    await program.run(['import', '--replace', files[0].file], env);
    const whole = Date.now() - began;
    let now = files[0].holds;
    const seen = { before: 0, after: 0 };
    for (let time = 0; time < TIMES; time++) {
      const next = now === files[0].holds ? files[1] : files[0];
      const running = program.start(['import', '--replace', next.file], env);
      await Promise.race([running.exit, sleep(random.between(0, whole))]);
      running.signal('SIGKILL');
      const { code } = await running.exit;
      const found = await holds();
      expect(code === 0 ? [next.holds] : [now, next.holds]).toContain(found);
      seen[found === now ? 'before' : 'after']++;
      now = found;
    }
    expect(seen.before).toBeGreaterThan(0);
  });

  test('a service that is killed three times leaves a store that opens with every event', async () => {
    const { file: events, holds: all } = file('served', EVENTS);
    expect((await program.run(['import', '--replace', events], env)).code).toBe(0);
    for (let time = 0; time < 3; time++) {
      const { running, url } = await program.serve(env);
      const call = () => fetch(`${url}/WebServices/Events.asmx/SelectEvents?month=3&year=2026`);
      const calls = Array.from({ length: 4 }, () => call().then((answer) => answer.text()));
      await Promise.race([calls[0], sleep(20)]);
      running.signal('SIGKILL');
      await Promise.allSettled(calls);
      await running.exit;
    }
    expect(await holds()).toBe(all);
  });
});

/** docs/reliability.md says what can be lost if the power fails. */
test('the embedded store lets the operating system decide when its files reach the disk', async () => {
  const engine = await openEmbedded(path.join(program.folder, 'power'));
  const [row] = await engine.read<{ fsync: string }>({ name: 'fsync', text: 'SHOW fsync' }, []);
  await engine.close();
  expect(row).toEqual({ fsync: 'off' });
});

/** `script` runs a command in a terminal. If it is killed, the terminal closes. */
test('a closed terminal ends a service as a signal does, so its store is no longer in use', async () => {
  await program.fill('closed');
  const serve = `exec ${process.execPath} dist/main.js serve`;
  const env = { PATH: process.env.PATH, DATA_DIR: 'closed', SEED: 'none', PORT: '0' };
  const terminal = spawn('script', ['--quiet', '--command', serve, '/dev/null'], {
    cwd: program.folder,
    env,
  });
  await follow(terminal).printed(/Ctrl\+C/);
  const isLocked = () => readdirSync(path.join(program.folder, 'closed')).some((name) => /^lock/.test(name));
  expect(isLocked()).toBe(true);
  terminal.kill('SIGKILL');
  while (isLocked()) await new Promise((next) => setTimeout(next, 20));
});
