import type { Config } from '../config';
import type { Database } from '../store/database';
import { codeOf, DatabaseUnsuitableError } from '../store/errors';
import { migrate } from '../store/migrations';
import { openWriter } from '../store/open';
import { makeReader } from '../store/reader-role';
import { defineCommand, PATIENCE_SECONDS, secondsOf, setUp } from './command';
import { seedIfEmpty } from './seeding';

const HELP = `Brings the database up to this program. The user of DATABASE_URL must own the database.
READER_PASSWORD makes or changes the role events_reader, which can only read: the role for serve.
SEED fills the database if it holds no event.

  events-query migrate [--patience SECONDS]

  --patience  how long a database that can't be reached is tried (30)

Example: DATABASE_URL=postgres://owner:secret@localhost/events READER_PASSWORD=another events-query migrate
`;

export const migrateCommand = defineCommand({
  help: HELP,
  options: { patience: { type: 'string' } },
  async run({ values }, context) {
    const patienceMs = secondsOf('--patience', values.patience, PATIENCE_SECONDS);
    const { config, observe } = setUp(context);
    const database = await openWriter(config, observe, { patienceMs });
    try {
      await bringUp(database, config, (sentence) => context.stdout.write(`${sentence}\n`));
    } catch (error) {
      throw isForbidden(error) ? notTheOwner(error) : error;
    } finally {
      await database.close();
    }
    return 0;
  },
});

async function bringUp(database: Database, config: Config, tell: (sentence: string) => void): Promise<void> {
  const applied = await migrate(database);
  tell(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);

  const { readerPassword, queryTimeoutMs, databaseUrl } = config;
  if (readerPassword !== undefined && databaseUrl !== undefined) {
    await database.transaction((session) => makeReader(session, readerPassword, queryTimeoutMs));
    tell('The role events_reader can read the events.');
  }

  const seeded = await seedIfEmpty(database, config);
  if (seeded !== undefined) tell(seeded);
}

/** 42501 insufficient_privilege, 25006 read_only_sql_transaction. */
function isForbidden(error: unknown): boolean {
  return ['42501', '25006'].includes(codeOf(error));
}

function notTheOwner(cause: unknown): DatabaseUnsuitableError {
  return new DatabaseUnsuitableError(
    'The user of DATABASE_URL may not change the database: run migrate as its owner.',
    { cause },
  );
}
