import path from 'node:path';
import { addEmptyStore } from '../../scripts/empty-store';
import { offerServer } from './postgres-server';
import { makeRunFolder } from './prepared';
import tearDown from './run-teardown';

export default async function setUp(): Promise<void> {
  makeRunFolder();
  addEmptyStore(path.join(__dirname, '../../dist'));
  await offerServer();
  // A run that a signal ends must leave no server and no folder behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => tearDown().finally(() => process.kill(process.pid, signal)));
}
