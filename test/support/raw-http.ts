import { connect } from 'node:net';
import type { Address } from '../../src/conformance/exchange';

/** Less than Node's own keep-alive of five seconds, so that its end of a connection never passes for the service's. */
const SILENCE_MS = 4_000;

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Writes pieces over one connection, each in a packet of its own, and reads until `answers` answers are complete
 * or the server closes. Interim answers (1xx) count. `closed` is the server's own doing: the program keeps a silent
 * connection for two minutes, and this gives up far sooner.
 */
export function converse(
  { hostname, port }: Address,
  pieces: readonly (string | Buffer)[],
  answers: number,
): Promise<{ readonly answers: RawAnswer[]; readonly closed: boolean }> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect({ port, host: hostname, noDelay: true });
    const finish = (closed: boolean) => {
      socket.destroy();
      resolve({ answers: split(received).found, closed });
    };
    socket.setTimeout(SILENCE_MS, () =>
      socket.destroy(new Error(`no answer to ${pieces.join('').slice(0, 1000)}`)),
    );
    socket.on('error', reject);
    socket.on('end', () => finish(true));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (split(received).found.length >= answers) finish(false);
    });
    socket.on('connect', async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((next) => setTimeout(next, 5));
      }
    });
  });
}

function split(bytes: Buffer): { readonly found: RawAnswer[] } {
  const found: RawAnswer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) break;
    const [statusLine = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const headers = new Map(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    if (bytes.length < end + 4 + length) break;
    const body = bytes.toString('utf8', end + 4, end + 4 + length);
    found.push({ status: Number(statusLine.split(' ')[1]), headers, body });
    at = end + 4 + length;
  }
  return { found };
}
