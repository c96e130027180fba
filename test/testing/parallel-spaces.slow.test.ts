/** Calls many spaces of the running program at once: each answers and remembers its own. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BindingName } from '../../src/contract/bindings';
import { EventsQueryControl, type SpaceControl } from '../../src/testing/client';
import { useProgram } from '../process/program';
import { usePostgres } from '../support/databases';
import { BINDINGS, requestThrough } from '../support/four-bindings';
import { insertEvents } from '../support/insert-events';
import { send } from '../support/send';

const MARCH = { month: '3', year: '2026' };

const program = useProgram();

/** Asks a space, or the service itself, and answers the titles that came back. */
async function titles(
  { url }: { readonly url: string },
  binding: BindingName,
  operation: string,
  args: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const { pathname } = new URL(url);
  const request = requestThrough(binding, operation, args).toString('utf8');
  const bytes = Buffer.from(request.replace('/WebServices/Events.asmx', pathname));
  const { body } = await send(bytes, { url });
  return [...body.matchAll(/"title":"([^"]*)"/g)].map(([, title = '']) => title);
}

/** The calls that the journal of a space must have, in order. */
type Expected = readonly [
  BindingName | null,
  string | null,
  string,
  Readonly<Record<string, unknown>> | null,
];

/** Fills a space, asks it by each binding in an order of its own, and says what it ought to remember. */
async function useSpace(space: SpaceControl, index: number): Promise<readonly Expected[]> {
  const id = 1000 + index;
  const mine = [`Of ${index}, first`, `Of ${index}, second`];
  await space.events.replace(mine.map((title, at) => ({ id: id + at, title, start: `2026-03-0${at + 1}` })));
  const expected: Expected[] = [];
  for (let turn = 0; turn < BINDINGS.length; turn++) {
    const binding = BINDINGS[(turn + index) % BINDINGS.length] ?? 'soap11';
    if ((turn + index) % 2 === 0) {
      expect(await titles(space, binding, 'SelectEvents', MARCH)).toEqual(mine);
      expected.push([binding, 'SelectEvents', 'ok', { month: 3, year: 2026 }]);
    } else {
      const args = { intEventID: String(id + 1), bolAsJSON: 'true' };
      expect(await titles(space, binding, 'SelectEvent', args)).toEqual(mine.slice(1));
      expected.push([binding, 'SelectEvent', 'ok', { intEventID: id + 1, bolAsJSON: true }]);
    }
  }
  await space.rules.add({ when: { operation: 'SelectEvents' }, times: 1, then: { unavailable: true } });
  expect(await titles(space, 'soap12', 'SelectEvents', MARCH)).toEqual([]);
  expect(await titles(space, 'httpget', 'SelectEvents', { month: 'x', year: '2026' })).toEqual([]);
  return [
    ...expected,
    ['soap12', 'SelectEvents', 'error', { month: 3, year: 2026 }],
    ['httpget', null, 'refused', null],
  ];
}

/** The path of the service itself, with whose events spaces begin. */
const STORES = {
  async postgres() {
    const database = await postgres.open();
    await insertEvents(database, [
      { id: 1, title: 'Stored', starts_at: '2026-03-01T09:00:00Z', ends_at: '2026-03-01T10:00:00Z' },
    ]);
    await database.close();
    return { DATABASE_URL: String(postgres.config().databaseUrl) };
  },
  async memory() {
    const file = path.join(program.folder, 'stored.json');
    writeFileSync(file, JSON.stringify([{ id: 1, title: 'Stored', start: '2026-03-01T09:00:00Z' }]));
    return { SEED: file };
  },
};

const postgres = usePostgres();

const COUNT = 200;

test.each(['postgres', 'memory'] as const)(
  `over %s each of ${COUNT} spaces answers and remembers its own, and the store is as it was`,
  async (store) => {
    const env = { ...(await STORES[store]()), TEST_API: 'true', PORT: '0', ADMIN_PORT: '0' };
    const running = program.start(['serve'], env);
    const [, adminUrl = ''] = await running.printed(/Test control is at (http:\S+)\/test\//);
    const [, url = ''] = await running.printed(/The service is listening on (http:\S+)/);
    const service = { url: `${url}/WebServices/Events.asmx` };
    const control = new EventsQueryControl(adminUrl);

    const numbers = Array.from({ length: COUNT }, (_, index) => index);
    const spaces = await Promise.all(numbers.map((index) => control.createSpace({ name: `s${index}` })));
    const [untouched] = spaces;
    expect(untouched && (await titles(untouched, 'soap11', 'SelectEvents', MARCH))).toEqual(['Stored']);
    await untouched?.requests.clear();

    const expected = await Promise.all(spaces.map(useSpace));
    const remembered = await Promise.all(spaces.map((space) => space.requests.list()));
    const seen = remembered.map((entries) =>
      entries.map(({ binding, operation, outcome, arguments: args }) => [binding, operation, outcome, args]),
    );
    expect(seen).toEqual(expected);

    expect(await control.requests.list()).toEqual([]);
    expect(await titles(service, 'httppost', 'SelectEvents', MARCH)).toEqual(['Stored']);
    await Promise.all(spaces.map((space) => space.end()));
    expect(await control.spaces()).toHaveLength(1);
    running.signal('SIGTERM');
    expect(await running.exit).toMatchObject({ code: 0, stderr: '' });
  },
  120_000,
);
