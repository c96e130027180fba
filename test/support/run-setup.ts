import path from 'node:path';
import { addEmptyStore } from '../../scripts/empty-store';
import { offerServer } from './postgres-server';
import { makeRunFolder } from './prepared';

export default async function setUp(): Promise<void> {
  makeRunFolder();
  addEmptyStore(path.join(__dirname, '../../dist'));
  await offerServer();
}
