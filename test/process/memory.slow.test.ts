/** The running program needs little memory, and configures V8's use of it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { usePostgres } from '../support/databases';
import { useProgram } from './program';

const program = useProgram();
const engine = usePostgres();

const COLLECTED = /Scavenge|Mark-Compact/g;

test('objects of calls are allocated in the young generation, even after a long wait', async () => {
  const { running, url } = await program.serve({
    DATABASE_URL: engine.config().databaseUrl ?? '',
    NODE_OPTIONS: `--require "${path.join(__dirname, 'tell-collections.js')}" --max-semi-space-size=1`,
  });
  const before = running.output().stdout.length;
  const said = () => running.output().stdout.slice(before);
  while ((said().match(COLLECTED)?.length ?? 0) < 20) {
    const calls = Array.from({ length: 16 }, () =>
      fetch(`${url}/WebServices/Events.asmx/SelectEvent?intEventID=1&bolAsJSON=true`),
    );
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  }
  expect(said()).not.toMatch(/pretenuring/);
});

test('a full collection in an idle service keeps the hidden class of Node’s tick objects', async () => {
  const log = path.join(program.folder, 'maps.log');
  const { running, url } = await program.serve({ DATABASE_URL: engine.config().databaseUrl ?? '' }, [
    ...['--require', path.join(__dirname, 'collect-on-signal.js')],
    ...['--log-maps', '--no-logfile-per-isolate', `--logfile=${log}`],
  ]);
  const call = async () => {
    for (let times = 0; times < 30; times++)
      expect((await fetch(`${url}/WebServices/Events.asmx?WSDL`)).status).toBe(200);
  };
  await call();
  running.signal('SIGUSR2');
  await running.printed(/collected/);
  await call();
  running.signal('SIGTERM');
  await running.exit;
  expect(shapesOfTicks(readFileSync(log, 'utf8'))).toBe(1);
});

test('a first start that imports the samples stays below 300 MiB', async () => {
  const { running } = await program.serve({
    DATA_DIR: 'first',
    NODE_OPTIONS: `--require "${path.join(__dirname, 'tell-peak.js')}"`,
  });
  running.signal('SIGTERM');
  const { stdout } = await running.exit;
  expect(stdout).toMatch(/The store was empty: \d+ events imported from /);
  expect(Number(/^peak (\d+)$/m.exec(stdout)?.[1])).toBeLessThan(300 * 1024);
});

/**
 * Returns the number of times that V8 created the hidden class whose last properties are `callback` and `args`. If V8
 * discards this class, it must create it again.
 */
function shapesOfTicks(log: string): number {
  const transitions = [...log.matchAll(/^map,Transition,\d+,(\w+),(\w+),.*,(callback|args)$/gm)];
  const calledBack = new Set(transitions.filter(([, , , name]) => name === 'callback').map(([, , to]) => to));
  return transitions.filter(([, from, , name]) => name === 'args' && calledBack.has(from)).length;
}
