import { connect, type Socket } from 'node:net';
import type { PoolClient } from 'pg';

/** How long the server has to take a cancellation and to stop. */
const PATIENCE_MS = 1_000;

/** What a connection's client knows of its backend; node-postgres' types leave it out. */
interface Backend {
  readonly processID?: number | null;
  readonly secretKey?: number | null;
  readonly connection?: { readonly stream?: Socket };
}

/**
 * Asks the server to stop what it does for `client`, over a connection of its own, as the protocol has it. Without
 * this a query that was given up goes on, with its backend, for as long as it likes. Resolves when the query has
 * ended or a second has gone by; never rejects.
 */
export async function cancelQuery(client: PoolClient): Promise<void> {
  const { processID, secretKey, connection } = client as PoolClient & Backend;
  const { remoteAddress, remotePort } = connection?.stream ?? {};
  if (!processID || !secretKey) return;
  // By address, not by name: of a name with several only the query's own server knows it. Else a Unix socket.
  const { host, port } = client as PoolClient & { readonly host: string; readonly port: number };
  const socket =
    remoteAddress !== undefined && remotePort !== undefined
      ? connect(remotePort, remoteAddress)
      : connect(`${host}/.s.PGSQL.${port}`);
  const ended = new Promise<void>((resolve) => connection?.stream?.once('data', () => resolve()));
  await Promise.race([send(socket, cancelRequest(processID, secretKey)).then(() => ended), expire()]);
  socket.destroy();
}

/** CancelRequest: length, 1234 and 5678, process, key. Never encrypted: servers take it before everything else. */
function cancelRequest(processID: number, secretKey: number): Buffer {
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE((1234 << 16) | 5678, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  return message;
}

/** The server answers nothing; it closes the connection when it has passed the request on. */
function send(socket: Socket, message: Buffer): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
    socket.end(message);
    socket.resume();
  });
}

function expire(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
}
