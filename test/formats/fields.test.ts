import { FIELD_NAMES, FIELDS } from '../../src/formats/event-fields';
import type { Database } from '../../src/store/database';
import { usePostgres } from '../support/databases';

const engine = usePostgres();
let database: Database;
beforeAll(async () => {
  database = await engine.open();
});
afterAll(() => database?.close());

test('the table has a column for each field, and besides them only extra fields and what it makes of them', async () => {
  const columns = await database.transaction((session) =>
    session.query<{ name: string }>(
      `SELECT column_name::text AS name FROM information_schema.columns
       WHERE table_name = 'event' AND is_generated = 'NEVER'`,
    ),
  );
  expect(columns.map(({ name }) => name).sort()).toEqual(
    [...FIELD_NAMES.map((field) => FIELDS[field].column), 'extra'].sort(),
  );
});
