/** Opens the stores of the tests of imports, and writes their files. */
import type { Database } from '../../src/store/database';
import type { TestEngine } from '../support/databases';
import { storedEvents, textSource } from './support';

export const jsonSource = (name: string, ...events: readonly Record<string, unknown>[]) =>
  textSource(name, JSON.stringify(events));

export const A = { uid: 'a', title: 'A', start: '2026-03-01' };
export const B = { uid: 'b', title: 'B', start: '2026-03-02T09:00:00.123Z', end: '2026-03-02T10:00:00Z' };

/** Opens a store that is empty before each test. */
export function useStore(engine: TestEngine) {
  let database: Database;
  beforeAll(async () => {
    database = await engine.open();
  });
  beforeEach(() => database.transaction((session) => session.script('TRUNCATE event')));
  afterAll(() => database.close());
  return {
    get database() {
      return database;
    },
    uids: async () => (await storedEvents(database)).map(({ id, uid }) => [id, uid]),
  };
}
