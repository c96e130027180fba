import type { Config } from '../config';
import { codeOf } from '../lib/errors';
import type { Database } from '../store/database';
import { DatabaseUnsuitableError, originOf } from '../store/errors';
import { migrate } from '../store/migrations';
import { openWriter } from '../store/open';
import { makeReader } from '../store/reader-role';
import { type CommandContext, defineCommand, PATIENCE_SECONDS, secondsOf, setUp } from './command';
import { seedIfEmpty } from './seed';

const HELP = `Brings the database up to this program. The user of DATABASE_URL must own the database.
READER_PASSWORD makes or changes the role events_reader, which can only read: the role for serve.
SEED fills the database if it holds no event; else a sentence says that it was left aside.

  events-query migrate [--contract] [--patience SECONDS]

  --contract  also takes away what services of the version before need: when none of them runs any more
  --patience  how long a database that can't be reached is tried (30)

Example: DATABASE_URL=postgres://owner:secret@localhost/events READER_PASSWORD=another events-query migrate
`;

export const migrateCommand = defineCommand({
  help: HELP,
  options: { contract: { type: 'boolean' }, patience: { type: 'string' } },
  async run({ values }, context) {
    const patienceMs = secondsOf('--patience', values.patience, PATIENCE_SECONDS);
    const { config, observe } = setUp(context);
    const database = await openWriter(config, observe, { patienceMs });
    try {
      await bringUp(database, config, values.contract ?? false, context);
    } finally {
      await database.close();
    }
    return 0;
  },
});

async function bringUp(
  database: Database,
  config: Config,
  contract: boolean,
  { env, stdout }: CommandContext,
): Promise<void> {
  const tell = (sentence: string) => stdout.write(`${sentence}\n`);
  const { applied, left } = await migrate(database, { contract });
  tell(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  if (left.length > 0)
    tell(`When no older version runs any more, events-query migrate --contract applies ${left.join(', ')}.`);

  const { readerPassword, queryTimeoutMs, databaseUrl } = config;
  if (readerPassword !== undefined && databaseUrl !== undefined) {
    await database
      .transaction((session) => makeReader(session, readerPassword, queryTimeoutMs))
      .catch((error: unknown) => {
        throw explainRoles(error);
      });
    tell('The role events_reader can read the events.');
  } else if (readerPassword !== undefined) {
    tell(
      'READER_PASSWORD is left aside: the embedded store has no roles, a server that DATABASE_URL names does.',
    );
  }

  const seeded = await seedIfEmpty(database, config, env);
  if (seeded !== undefined) tell(seeded);
}

/** 42501 insufficient_privilege: whoever owns a database need not be allowed to make roles. */
function explainRoles(error: unknown): unknown {
  const cause = originOf(error);
  if (codeOf(cause) !== '42501') return error;
  return new DatabaseUnsuitableError(
    "The database's user may not make or change the role events_reader, which READER_PASSWORD asks for: give it CREATEROLE, or have an administrator run migrate with READER_PASSWORD.",
    { cause },
  );
}
