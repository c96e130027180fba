import path from 'node:path';
import { addEmptyStore } from '../../scripts/empty-store';
import { offerServer } from './postgres-server';
import { makeRunFolder } from './prepared';
import tearDown from './run-teardown';

export default async function setUp(): Promise<void> {
  // Variables of the caller, such as PGSSLMODE, would also apply to the connections of the tests.
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
  makeRunFolder();
  addEmptyStore(path.join(__dirname, '../../dist'));
  await offerServer();
  // A run that a signal ends must leave no server and no folder behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => tearDown().finally(() => process.kill(process.pid, signal)));
}
