import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  /** The connection reuses this memory for the next answer. */
  readonly body: Buffer;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A server that is silent for this time has hung. */
const TIMEOUT_MS = 20_000;
const END_OF_HEAD = '\r\n\r\n';
/** The read buffer has this many bytes. */
const PIECE = 131_072;

/**
 * Represents a keep-alive connection with one request at a time. It uses a bare socket and keeps its buffer, because
 * Node's own client, or new memory for each chunk, would take processor time from the measured server.
 */
export class Connection {
  private socket: Socket | undefined;
  /** The first `size` bytes of the buffer belong to the current answer, including its head. */
  private bytes = Buffer.allocUnsafe(PIECE);
  private size = 0;
  /** This is the length of the whole answer. It is infinite until the head is read. */
  private needed = Number.POSITIVE_INFINITY;
  private waiting: Waiting | undefined;

  constructor(private readonly port: number) {}

  async ask(request: Buffer): Promise<Answer> {
    this.socket ??= await this.open();
    const { socket } = this;
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      socket.write(request);
    });
  }

  close(): void {
    this.socket?.destroy();
  }

  private async open(): Promise<Socket> {
    const socket = connect({
      ...{ port: this.port, host: '127.0.0.1', noDelay: true, timeout: TIMEOUT_MS },
      onread: {
        buffer: Buffer.allocUnsafe(PIECE),
        callback: (count, piece) => {
          this.receive(piece, count);
          return true;
        },
      },
    });
    socket.on('timeout', () => socket.destroy());
    await once(socket, 'connect');
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.socket === socket) this.socket = undefined;
      this.fail(new Error('the connection ended, or 20 s went by, before the answer was whole'));
    });
    return socket;
  }

  private receive(piece: Uint8Array, count: number): void {
    if (this.size + count > this.bytes.length)
      this.bytes = Buffer.concat([this.bytes], 2 * (this.size + count));
    this.bytes.set(piece.subarray(0, count), this.size);
    this.size += count;
    if (this.needed === Number.POSITIVE_INFINITY) this.readHead();
    if (this.size >= this.needed) this.finish();
  }

  private readHead(): void {
    const bytes = this.bytes.subarray(0, this.size);
    const end = bytes.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end))?.[1];
    if (length !== undefined) this.needed = end + END_OF_HEAD.length + Number(length);
    // A chunked answer has no length.
    else if (bytes.subarray(-5).equals(LAST_CHUNK)) this.needed = bytes.length;
  }

  private finish(): void {
    const bytes = this.bytes.subarray(0, this.size);
    const end = bytes.indexOf(END_OF_HEAD);
    const head = bytes.toString('latin1', 0, end);
    const body = bytes.subarray(end + END_OF_HEAD.length);
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
    this.size = 0;
    this.needed = Number.POSITIVE_INFINITY;
    this.waiting = undefined;
  }
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

function unchunked(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) return Buffer.concat(chunks);
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
