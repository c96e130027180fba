/** A file that DATABASE_URL names may be missing for a moment, while a renewed certificate takes its place. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceUnavailableError } from '../../src/contract/errors';
import { ignoreObservations } from '../../src/ops/observations';
import { openPostgresReader } from '../../src/store/postgres';
import { waitForDatabase } from '../../src/store/wait-for-database';
import { until } from '../support/limited-server';

const READ = { name: 'read', text: 'SELECT 1', isShort: true };
const POOL_SIZE = 8;

const folder = mkdtempSync(join(tmpdir(), 'events-renewed-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a server that answers nothing, and opens a reader whose address names a certificate. */
async function openReader() {
  const file = join(folder, 'authority.pem');
  writeFileSync(file, '-----BEGIN CERTIFICATE-----\n');
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `postgres://user@127.0.0.1:${port}/events?sslmode=verify-full&sslrootcert=${file}`;
  const reader = openPostgresReader(url, { timeoutMs: 900, maxWaiting: 100 }, ignoreObservations);
  const close = async () => {
    await reader.close();
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url, reader, sockets, removeFile: () => rmSync(file), close };
}

test('reads that wait for a connection fail like those of an unreachable database, and the process goes on', async () => {
  const { reader, sockets, removeFile, close } = await openReader();
  // The last reads wait until an earlier read gives up its connection.
  const reads = Promise.allSettled(Array.from({ length: 20 }, () => reader.read(READ, [])));
  await until(() => sockets.length === POOL_SIZE);
  removeFile();
  for (const socket of sockets) socket.destroy();
  for (const read of await reads)
    expect(read).toMatchObject({ status: 'rejected', reason: expect.any(ServiceUnavailableError) });
  await close();
});

test('a start says that the file is missing', async () => {
  const { url, reader, removeFile, close } = await openReader();
  removeFile();
  const waiting = waitForDatabase(reader, url, { deadline: 0, observe: ignoreObservations });
  await expect(waiting).rejects.toThrow(/can't be reached: .*no such file or directory/);
  await close();
});
