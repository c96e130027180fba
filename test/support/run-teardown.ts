import { stopServer } from './postgres-server';
import { removeRunFolder } from './prepared';

export default async function tearDown(): Promise<void> {
  await stopServer();
  removeRunFolder();
}
