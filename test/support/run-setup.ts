import path from 'node:path';
import { addEmptyStore } from '../../scripts/empty-store';
import { offerServer, stopServer } from './postgres-server';
import { makeRunFolder } from './prepared';

export default async function setUp(): Promise<void> {
  makeRunFolder();
  addEmptyStore(path.join(__dirname, '../../dist'));
  await offerServer();
  // A run that is ended leaves no server behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopServer().finally(() => process.kill(process.pid, signal)));
}
