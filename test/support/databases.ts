import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '../../src/config';
import { ignoreObservations } from '../../src/ops/observations';
import type { Database } from '../../src/store/database';
import { openWriter } from '../../src/store/open';
import { type EventInput, insertEvents } from './insert-events';
import { createDatabase, databaseUrl, dropDatabase, SERVER_URL } from './postgres-server';
import { fillDataDir } from './prepared';

/** On a busy machine a connection may take longer than a query may. */
export const PATIENT = { waitMs: 60_000 };

export interface TestEngine {
  readonly name: 'embedded' | 'postgres';
  /** Returns the configuration with which commands and the service use the database of this test file. */
  config(overrides?: Partial<Config>): Config;
  /**
   * Opens the database of this test file for writing, migrated and empty. The caller must close it before the next
   * opening.
   */
  open(): Promise<Database>;
  /** Replaces the events in the database of this test file. */
  fill(events: readonly EventInput[]): Promise<void>;
}

export function describeEngines(suite: (engine: TestEngine) => void): void {
  describe('on the embedded engine', () => {
    suite(useEmbedded());
  });
  describe('on a Postgres server', () => {
    suite(usePostgres());
  });
}

/** Gives the tests of the calling `describe` an embedded store, whose folder is removed after them. */
export function useEmbedded(): TestEngine {
  const folder = mkdtempSync(join(tmpdir(), 'events-embedded-'));
  beforeAll(() => fillDataDir(join(folder, 'data')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return engine('embedded', { DATA_DIR: join(folder, 'data') });
}

/** Gives the tests of the calling `describe` a database on the server, which is dropped after them. */
export function usePostgres(): TestEngine {
  const serverUrl = requireVariable(SERVER_URL);
  const name = `events_test_${randomBytes(6).toString('hex')}`;
  beforeAll(() => createDatabase(name));
  afterAll(() => dropDatabase(name));
  return engine('postgres', { DATABASE_URL: databaseUrl(serverUrl, name) });
}

function engine(name: TestEngine['name'], env: Record<string, string>): TestEngine {
  const config = (overrides: Partial<Config> = {}) => ({ ...loadConfig(env), ...overrides });
  const open = async () => {
    const database = await openWriter(config(), ignoreObservations, PATIENT);
    await database.transaction((session) => session.script('DELETE FROM event'));
    return database;
  };
  const fill = async (events: readonly EventInput[]) => {
    const database = await open();
    await insertEvents(database, events);
    await database.close();
  };
  return { name, config, open, fill };
}

function requireVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: does jest.config.js name run-setup.ts?`);
  return value;
}
