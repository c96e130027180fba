import type { Config } from '../config';
import type { Database } from '../store/database';
import { migrate } from '../store/migrations';
import { openWriter } from '../store/open';
import { createReaderRole } from '../store/permissions';
import { type CommandContext, defineCommand, REMOVED_WAIT, readWait, setUp } from './command';
import { seedIfEmpty } from './seed';

const HELP = `Migrates the database to this version of the program. The user of DATABASE_URL must own the database.
If READER_PASSWORD is set, migrate creates the role events_reader, or changes its password. This role can only read: use
it for serve. If the database has no events, migrate fills it with the events that SEED names.

  events-query migrate [--contract] [--wait SECONDS]

  --contract  also removes from the database what only the previous version needs: use it when no service of that
              version runs any more
  --wait      seconds to wait for a database that can't be reached (30)

Example: DATABASE_URL=postgres://owner:secret@localhost/events READER_PASSWORD=another events-query migrate
`;

export const migrateCommand = defineCommand({
  help: HELP,
  options: { contract: { type: 'boolean' }, wait: { type: 'string' } },
  removed: REMOVED_WAIT,
  async run({ values }, context) {
    const waitMs = readWait(values.wait);
    const { config, observe } = setUp(context);
    const database = await openWriter(config, observe, { waitMs });
    try {
      await migrateAll(database, config, values.contract ?? false, context);
    } finally {
      await database.close();
    }
    return 0;
  },
});

async function migrateAll(
  database: Database,
  config: Config,
  contract: boolean,
  { env, stdout }: CommandContext,
): Promise<void> {
  const print = (sentence: string) => stdout.write(`${sentence}\n`);
  const { applied, left } = await migrate(database, { contract });
  print(
    applied.length === 0 ? 'The database is up to date.' : `Applied the migrations ${applied.join(', ')}.`,
  );
  if (left.length > 0)
    print(
      `When no older version runs any more, apply ${left.join(', ')} with events-query migrate --contract.`,
    );

  const { readerPassword, queryTimeoutMs, databaseUrl } = config;
  if (readerPassword !== undefined && databaseUrl !== undefined) {
    await createReaderRole(database, readerPassword, queryTimeoutMs);
    print('The role events_reader can read the events.');
  } else if (readerPassword !== undefined) {
    print('READER_PASSWORD is ignored: the embedded store has no roles.');
  }

  const seeded = await seedIfEmpty(database, config, env);
  if (seeded !== undefined) print(seeded);
}
