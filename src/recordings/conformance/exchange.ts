import { connect } from 'node:net';
import type { RecordedRequest } from './vectors';

export interface Answer {
  readonly status: number;
  readonly reason: string;
  /** Names are in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

export interface Address {
  readonly hostname: string;
  readonly port: number;
}

/** Sends a recorded request over a connection of its own, with its headers unchanged. */
export function exchange(request: RecordedRequest, address: Address): Promise<Answer> {
  const body =
    request.bodyBase64 === undefined
      ? Buffer.from(request.body ?? '', 'utf8')
      : Buffer.from(request.bodyBase64, 'base64');
  const headers = { ...request.headers, Connection: 'close' };
  const hasLength = Object.keys(headers).some((name) => name.toLowerCase() === 'content-length');
  const lines = [
    `${request.method} ${request.url} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(hasLength || (body.length === 0 && request.method === 'GET')
      ? []
      : [`Content-Length: ${body.length}`]),
    '',
    '',
  ];
  return send(Buffer.concat([Buffer.from(lines.join('\r\n'), 'utf8'), body]), address);
}

/** No recorded answer is nearly as long. */
const MAX_BYTES = 67_108_864;

/**
 * Writes raw bytes and reads until the other side closes.
 * @param timeoutMs limits the whole exchange, in milliseconds
 */
export function send(bytes: Buffer, { hostname, port }: Address, timeoutMs = 20_000): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, hostname, () => socket.write(bytes));
    const late = setTimeout(() => {
      socket.destroy(new Error(`no answer within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (socket.bytesRead > MAX_BYTES)
        socket.destroy(new Error(`an answer of more than ${MAX_BYTES} bytes`));
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(late);
      try {
        resolve(parseAnswer(Buffer.concat(chunks)));
      } catch (error) {
        reject(error);
      }
    });
  });
}

function parseAnswer(bytes: Buffer): Answer {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...headerLines] = bytes.toString('latin1', 0, Math.max(end, 0)).split('\r\n');
  const status = /^HTTP\/1\.[01] (\d{3}) ?(.*)$/.exec(statusLine);
  if (status === null)
    throw new Error(`no HTTP answer, but ${JSON.stringify(bytes.toString('latin1', 0, 80))}`);
  const headers = new Map(
    headerLines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(status[1]), reason: status[2] ?? '', headers, body: bytes.subarray(end + 4) };
}
