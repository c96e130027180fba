import { offerServer } from './postgres-server';
import { makeRunFolder } from './prepared';

export default async function setUp(): Promise<void> {
  makeRunFolder();
  await offerServer();
}
