import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Received, readAnswer } from '../../test/support/raw-http';

export interface Answer {
  readonly status: number;
  /** The connection overwrites this memory with the next answer. */
  readonly body: Buffer;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** A server that sends nothing for this time has hung. */
const TIMEOUT_MS = 20_000;
/** The read buffer has this many bytes. */
const PIECE = 131_072;

/**
 * Represents a keep-alive connection with one request at a time. It uses a bare socket and keeps its buffer, because
 * Node's own client, or new memory for each chunk, would take processor time from the measured server.
 */
export class Connection {
  private socket: Socket | undefined;
  private readonly received = new Received();
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
          try {
            this.receive(piece.subarray(0, count));
          } catch (error) {
            socket.destroy(error as Error);
          }
          return true;
        },
      },
    });
    socket.on('timeout', () => socket.destroy());
    await once(socket, 'connect');
    socket.on('error', (error) => this.fail(error));
    socket.on('close', () => {
      if (this.socket === socket) this.socket = undefined;
      this.fail(new Error('the connection ended, or 20 s went by, before the answer was whole'));
    });
    return socket;
  }

  private receive(piece: Uint8Array): void {
    this.received.add(piece);
    const answer = readAnswer(this.received.bytes);
    if (answer === undefined) return;
    const { waiting } = this;
    this.reset();
    if (answer.headers.get('connection') === 'close') {
      this.socket?.destroy();
      this.socket = undefined;
    }
    waiting?.resolve(answer);
  }

  private fail(error: Error): void {
    const { waiting } = this;
    this.reset();
    waiting?.reject(error);
  }

  private reset(): void {
    this.received.clear();
    this.waiting = undefined;
  }
}
