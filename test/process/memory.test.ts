/** How the running program has V8 treat its memory. */
import path from 'node:path';
import { usePostgres } from '../support/databases';
import { useProgram } from './program';

const program = useProgram();
const engine = usePostgres();

const COLLECTED = /Scavenge|Mark-Compact/g;

test('what calls are made of is made among the young, however long a call has waited', async () => {
  const { running, url } = await program.serve({
    DATABASE_URL: engine.config().databaseUrl ?? '',
    NODE_OPTIONS: `--require ${path.join(__dirname, 'tell-collections.js')} --max-semi-space-size=1`,
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
