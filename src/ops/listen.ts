import { createServer, type Server } from 'node:http';
import { SettingError } from '../config/read-env';

/** The settings that chose the address, for the sentence when it can't be had. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly settings: { readonly host: string; readonly port: string };
}

/**
 * Opens the port. Answers the base URL by which this machine reaches it.
 * @param failed hears of each connection that the system could not hand over later, for want of files or memory;
 * without a listener the first would end the process
 * @throws SettingError when this machine can't listen there
 */
export async function listen(
  server: Server,
  address: ListenAddress,
  failed: (error: Error) => void = () => {},
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    const refused = (error: Error) => reject(refusal(error, address));
    server.once('error', refused);
    server.listen(address.port, address.host, () => {
      server.off('error', refused);
      resolve();
    });
  });
  server.on('error', failed);
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port;
  return localUrl(address.host, port);
}

/**
 * Looks whether the port could be opened now, and leaves it closed: clients of a service that is not ready are refused,
 * and whoever takes the port meanwhile is told of by `listen`.
 * @throws SettingError
 */
export async function checkPort(address: ListenAddress): Promise<void> {
  const server = createServer();
  await listen(server, address);
  await new Promise((resolve) => server.close(resolve));
}

/** The base URL by which this machine reaches what listens there. */
export function localUrl(host: string, port: number): string {
  return `http://${hostInUrl(host)}:${port}`;
}

/** An address at which this machine reaches what listens on `host`. */
export function reachable(host: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
}

/** An address that means "all of this machine's" names no one; the loopback is one of them. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function refusal(error: NodeJS.ErrnoException, { host, port, settings }: ListenAddress): Error {
  const place = JSON.stringify(host);
  switch (error.code) {
    case 'EADDRINUSE':
      return new SettingError(
        `Port ${port} on ${place} is taken by another program: stop it or set ${settings.port} to a free port.`,
      );
    case 'EACCES':
      return new SettingError(
        `Port ${port} on ${place} may not be opened by this user: set ${settings.port} to a port of 1024 or more.`,
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
      return new SettingError(
        `${settings.host} must be an address of this machine, or a name that stands for one, not ${place}.`,
      );
    default:
      return error;
  }
}
