import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  /** Each byte a character (ISO 8859-1), as what is expected is made of. */
  readonly body: string;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A server that is silent for so long has hung. */
const PATIENCE_MS = 20_000;
const END_OF_HEAD = '\r\n\r\n';

/**
 * One keep-alive connection, one request at a time. Written on a bare socket: what Node's own client costs would
 * take the processor from the server that is measured.
 */
export class Connection {
  private socket: Socket | undefined;
  private received: Buffer[] = [];
  private size = 0;
  /** Bytes until the answer is whole, once its head says so. */
  private needed = Number.POSITIVE_INFINITY;
  private waiting: Waiting | undefined;

  constructor(private readonly port: number) {}

  async ask(request: string): Promise<Answer> {
    this.socket ??= await this.open();
    const { socket } = this;
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.socket?.destroy();
  }

  private async open(): Promise<Socket> {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true, timeout: PATIENCE_MS });
    socket.on('timeout', () => socket.destroy());
    await once(socket, 'connect');
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.socket === socket) this.socket = undefined;
      this.fail(new Error('the connection ended, or 20 s went by, before the answer was whole'));
    });
    return socket;
  }

  private receive(chunk: Buffer): void {
    this.received.push(chunk);
    this.size += chunk.length;
    if (this.needed === Number.POSITIVE_INFINITY) this.readHead();
    if (this.size >= this.needed) this.finish();
  }

  private readHead(): void {
    const bytes = this.joined();
    const end = bytes.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1];
    if (length !== undefined) this.needed = end + END_OF_HEAD.length + Number(length);
    // Chunked; `received` stays one buffer, so that the end is looked for in all of it.
    else if (bytes.subarray(-5).equals(LAST_CHUNK)) this.needed = bytes.length;
  }

  private finish(): void {
    const text = this.joined().toString('latin1');
    const end = text.indexOf(END_OF_HEAD);
    const head = text.slice(0, end);
    const body = text.slice(end + END_OF_HEAD.length);
    const { waiting } = this;
    this.reset();
    if (/\r\nconnection: *close/i.test(head)) {
      this.socket?.destroy();
      this.socket = undefined;
    }
    waiting?.resolve({
      status: Number(head.slice(9, 12)),
      body: /\r\ntransfer-encoding: *chunked/i.test(head) ? unchunked(body) : body,
    });
  }

  private fail(error: Error): void {
    const { waiting } = this;
    this.reset();
    waiting?.reject(error);
  }

  private reset(): void {
    this.received = [];
    this.size = 0;
    this.needed = Number.POSITIVE_INFINITY;
    this.waiting = undefined;
  }

  private joined(): Buffer {
    const [first, ...others] = this.received;
    const bytes = first !== undefined && others.length === 0 ? first : Buffer.concat(this.received);
    this.received = [bytes];
    return bytes;
  }
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

function unchunked(body: string): string {
  let text = '';
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.slice(at, lineEnd), 16);
    if (!(size > 0)) return text;
    text += body.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
  }
}
