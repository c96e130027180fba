/** Uses many spaces of the running program at once: each answers and remembers its own. */
import type { BindingName } from '../../src/contract/bindings';
import { EventsQueryControl, type SpaceControl } from '../../src/testing/client';
import { useProgram } from '../process/program';
import { usePostgres } from '../support/databases';
import { BINDINGS, requestThrough } from '../support/four-bindings';
import { insertEvents } from '../support/insert-events';
import { send } from '../support/send';

const COUNT = 200;
const MARCH = { month: '3', year: '2026' };

const program = useProgram();
const postgres = usePostgres();

/** Calls a space, or the service itself, and returns the titles in the answer. */
async function titles(
  { url }: { readonly url: string },
  binding: BindingName,
  operation: string,
  args: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const request = requestThrough(binding, operation, args).toString('utf8');
  const { body } = await send(request.replace('/WebServices/Events.asmx', new URL(url).pathname), { url });
  return [...body.matchAll(/"title":"([^"]*)"/g)].map(([, title = '']) => title);
}

/** Gives a space an event and a rule, and calls it through every binding. */
async function useSpace(space: SpaceControl, index: number): Promise<void> {
  const [id, title] = [1000 + index, `Of ${index}`];
  await space.events.replace([{ id, title, start: '2026-03-01' }]);
  await space.rules.add({ when: { operation: 'SelectEvents' }, times: 1, then: { unavailable: true } });
  expect(await titles(space, 'soap12', 'SelectEvents', MARCH)).toEqual([]);
  expect(await titles(space, 'soap11', 'SelectEvents', MARCH)).toEqual([title]);
  const args = { intEventID: String(id), bolAsJSON: 'true' };
  const answers = await Promise.all(BINDINGS.map((name) => titles(space, name, 'SelectEvent', args)));
  expect(answers).toEqual(BINDINGS.map(() => [title]));
}

test(`over Postgres each of ${COUNT} spaces answers and remembers its own, and the store is as it was`, async () => {
  const database = await postgres.open();
  const [starts_at, ends_at] = ['2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z'];
  await insertEvents(database, [{ id: 1, title: 'Stored', starts_at, ends_at }]);
  await database.close();
  const DATABASE_URL = String(postgres.config().databaseUrl);
  const running = program.start(['serve'], { DATABASE_URL, TEST_API: 'true', PORT: '0', ADMIN_PORT: '0' });
  const [, adminUrl = ''] = await running.printed(/Test control is at (http:\S+)\/test\//);
  const [, root = ''] = await running.printed(/The service is listening on (http:\S+)/);
  const service = { url: `${root}/WebServices/Events.asmx` };
  const control = new EventsQueryControl(adminUrl);

  const names = Array.from({ length: COUNT }, (_, index) => `s${index}`);
  const spaces = await Promise.all(names.map((name) => control.createSpace({ name })));
  await Promise.all(spaces.map(useSpace));
  const remembered = await Promise.all(spaces.map((space) => space.requests.list()));
  for (const [index, entries] of remembered.entries()) {
    const ids = entries.flatMap(({ arguments: args }) => args?.intEventID ?? []);
    expect([entries.length, ids]).toEqual([2 + BINDINGS.length, BINDINGS.map(() => 1000 + index)]);
  }

  expect(await control.requests.list()).toEqual([]);
  expect(await titles(service, 'httppost', 'SelectEvents', MARCH)).toEqual(['Stored']);
  const fresh = await control.createSpace({ name: 'fresh' });
  expect(await titles(fresh, 'soap11', 'SelectEvents', MARCH)).toEqual(['Stored']);
  await Promise.all([...spaces, fresh].map((space) => space.end()));
  expect(await control.spaces()).toHaveLength(1);
  running.signal('SIGTERM');
  expect(await running.exit).toMatchObject({ code: 0, stderr: '' });
}, 120_000);
