/** Processes that start at the same time report what they do with SEED. */
import { seedIfEmpty, seedLeftToMigrate } from '../../src/cli/seed';
import type { Database } from '../../src/store/database';
import { describeEngines } from '../support/databases';

describeEngines((engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(() => database.close());

  test('who fills an empty store counts, who comes while it is filled says that another did, who names a seed for a full one is told', async () => {
    const config = engine.config({ seed: ['sample'] });
    const told: (string | undefined)[] = [];
    let looks = 0;
    const late: Database = {
      ...database,
      transaction: async (work) => {
        const result = await database.transaction(work);
        // Between its look and its import the other one has done both.
        if (looks++ === 0) told.push(await seedIfEmpty(database, config, {}));
        return result;
      },
    };
    told.push(await seedIfEmpty(late, config, {}));
    expect(told).toEqual([
      expect.stringMatching(/^The store was empty: [1-9]\d* events imported from sample\.$/),
      'Another process has filled the store with the events of sample.',
    ]);
    expect(await seedIfEmpty(database, config, {})).toBeUndefined();
    expect(await seedIfEmpty(database, config, { SEED: 'sample' })).toMatch(/^SEED=sample is ignored: /);
  });
});

test('serve leaves SEED aside only where it was given', () => {
  expect(seedLeftToMigrate({ seed: [] })).toBeUndefined();
  expect(seedLeftToMigrate({ seed: ['a.json', 'b'] })).toMatch(/^SEED=a\.json,b is ignored: /);
});
