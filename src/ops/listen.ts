import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { isUnspecifiedAddress } from '../config/checks';
import { SettingError } from '../config/read-env';
import { ignoreObservations, type Observe } from './observations';

/** Represents an address, and the names of its settings for error messages. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly settings: { readonly host: string; readonly port: string };
}

/**
 * Opens the port.
 * @returns the base URL under which this machine reaches the server
 * @throws SettingError if this machine can't listen there
 */
export async function listen(server: Server, address: ListenAddress, observe: Observe): Promise<string> {
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw toUserError(error, address);
  });
  // The server emits an error if the process has too few file descriptors or too little memory to accept a connection.
  // Without this listener the process would end.
  server.on('error', (error) => observe({ kind: 'unexpected-error', where: 'connecting', error }));
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port;
  return localUrl(address.host, port);
}

/**
 * Checks that the port can be opened, and closes it again, because the service is not ready for clients yet.
 * @throws SettingError if this machine can't listen there
 */
export async function checkPort(address: ListenAddress): Promise<void> {
  const server = createServer();
  await listen(server, address, ignoreObservations);
  await new Promise((resolve) => server.close(resolve));
}

/** Closes a server with all its connections. */
export async function closeAtOnce(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** Returns the base URL under which this machine reaches the port. */
export function localUrl(host: string, port: number): string {
  return `http://${hostInUrl(host)}:${port}`;
}

/** Returns an address at which this machine reaches a server that listens on `host`. */
export function localHost(host: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
}

/**
 * Returns the host as a URL contains it. Nobody can connect to the unspecified address, so `localhost` replaces it: a
 * server on the unspecified address also listens on the loopback address.
 */
function hostInUrl(host: string): string {
  if (isUnspecifiedAddress(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function toUserError(error: NodeJS.ErrnoException, { host, port, settings }: ListenAddress): Error {
  const place = JSON.stringify(host);
  switch (error.code) {
    case 'EADDRINUSE':
      return new SettingError(
        `Port ${port} on ${place} is in use by another program: stop it or set ${settings.port} to a free port.`,
      );
    case 'EACCES':
      return new SettingError(
        `Port ${port} on ${place} can't be opened by this user: set ${settings.port} to a port of 1024 or more.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new SettingError(`${settings.host} must be an address or a name of this machine, not ${place}.`);
    default:
      return error;
  }
}
