/** An import into Postgres and one into memory have the same counts, messages and events. */
import type { Database } from '../../src/store/database';
import { Store } from '../../src/store/event-store';
import { loadEvents } from '../../src/testing/events/base-events';
import { importIntoMemory } from '../../src/testing/events/import';
import { MemoryStore } from '../../src/testing/events/memory-store';
import type { RowRefusal } from '../../src/transfer/errors';
import { importEvents } from '../../src/transfer/import';
import { defaultOptions, type ImportOptions } from '../../src/transfer/import-options';
import { usePostgres } from '../support/databases';
import { NOW, textSource } from '../transfer/support';

type Rows = readonly Readonly<Record<string, unknown>>[];
type Step = readonly [Rows, Partial<ImportOptions>?];

type Change = Readonly<Record<string, unknown>>;
const a = (change: Change = {}) => ({ uid: 'a', title: 'A', start: '2026-03-01', ...change });
const b = (change: Change = {}) => ({
  ...{ uid: 'b', title: 'B', start: '2026-03-02T09:00:00.123Z', end: '2026-03-02T10:00:00Z' },
  ...change,
});
const sample = (id: number) => ({ uid: `sample:${id}/2020`, id, title: 'S', start: '2020-01-04' });
const LAST = 2_147_483_647;
const SKIP = { skipBad: true };
const REPLACE = { replace: true };
const EMPTY = { allowEmpty: true };

/** Each case is a series of imports into an empty store. */
const CASES: readonly (readonly [string, ...Step[]])[] = [
  ['adds, changes nothing, changes one', [[a(), b()]], [[a(), b()]], [[a({ title: 'A2' }), b()]]],
  ['an extra field that changes', [[a({ room: '1' })]], [[a({ room: '2' })]]],
  ['a start that moves', [[a()]], [[a({ start: '2026-03-01T00:00:00Z', allDay: false })]]],
  ['ids go on after the highest', [[a({ id: 40 })]], [[a({ uid: 'z' }), b({ id: 50 }), a({ uid: 'y' })]]],
  ['ids where there is just room', [[a({ id: LAST - 1 }), a({ uid: 'c', id: 1 })]], [[b()]]],
  ['ids where there is just room for the new one', [[a({ id: LAST - 1 })]], [[a({ title: 'A2' }), b()]]],
  ['ids where there is no room', [[a({ id: LAST }), a({ uid: 'c', id: 1 })]], [[b(), b({ uid: 'd' })]]],
  [
    'ids in the gaps, the lowest first',
    [[a({ id: LAST - 1 }), b({ id: 2 })]],
    [[...['c', 'd', 'e'].map((uid) => a({ uid })), a({ uid: 'f', id: 3 })]],
  ],
  ['a uid three times', [[a(), a({ title: 'x' }), a({ title: 'y' })]]],
  ['an id twice', [[a({ id: 4 }), b({ id: 4 })]]],
  ['an id twice, without uids', [[a({ uid: '', id: 4 }), b({ uid: '', id: 4 })]]],
  ['doubles are left out', [[a(), a(), b({ id: 4 }), b({ uid: 'c', id: 4 }), a({ uid: 'd' })], SKIP]],
  ['an id that another has', [[a({ id: 1 })]], [[b({ id: 1 })]]],
  ['another id of the same event', [[a({ id: 1 })]], [[a({ id: 2 })]]],
  ['both at once', [[a({ id: 1 }), b({ id: 2 })]], [[a({ id: 2 })]]],
  ['both at once is left out once', [[a({ id: 1 }), b({ id: 2 })]], [[a({ id: 2 }), a({ uid: 'c' })], SKIP]],
  ['conflicts are left out', [[a({ id: 1 })]], [[b({ id: 1 }), a({ id: 3 }), b({ uid: 'c' })], SKIP]],
  ['replace removes, and frees ids', [[a(), b()]], [[a({ id: 1 }), a({ uid: 'c', id: 2 })], REPLACE]],
  ['replace by nothing', [[a(), b()]], [[], { ...REPLACE, ...EMPTY }]],
  ['samples go with the first others', [[sample(1)]], [[a({ id: 1 })]]],
  ['samples stay with themselves', [[sample(1)]], [[sample(1), sample(2)]]],
  ['samples stay when nothing comes', [[sample(1)]], [[], EMPTY]],
  ['a bad row keeps all out', [[a()]], [[b(), { title: 'x', start: 'soon' }]]],
  ['without uid and id', [[a({ uid: '' })]], [[a({ uid: '', description: 'd' })]]],
];

const engine = usePostgres();
let database: Database;
beforeAll(async () => {
  database = await engine.open();
});
afterAll(() => database.close());

function optionsOf(given: Partial<ImportOptions> = {}): ImportOptions {
  return { ...defaultOptions('Europe/Berlin', NOW), ...given };
}

async function outcomeOf(work: (refused: (sentence: string) => void) => Promise<object>): Promise<unknown> {
  const sentences: string[] = [];
  try {
    return { result: await work((sentence) => sentences.push(sentence)), sentences };
  } catch (error) {
    return { failed: String(error), sentences };
  }
}

test.each(CASES.map(([what, ...steps]) => [what, steps] as const))(
  '%s: Postgres and memory have the same counts, messages and events',
  async (_what, steps) => {
    await database.transaction((session) => session.script('TRUNCATE event'));
    let memory = MemoryStore.EMPTY;
    for (const [rows, given] of steps) {
      const source = textSource('a.json', JSON.stringify(rows));
      const inMemory = await outcomeOf(async (refused) => {
        const listener = { refused: ({ message }: RowRefusal) => refused(message) };
        const [after, result] = await importIntoMemory(memory, [source], optionsOf(given), 0, listener);
        memory = after;
        return result;
      });
      const stored = await outcomeOf((refused) =>
        importEvents(database, [source], optionsOf(given), { refused: ({ message }) => refused(message) }),
      );
      expect(inMemory).toEqual(stored);
      expect([...memory]).toEqual([...(await loadEvents(new Store(database)))]);
    }
  },
);
