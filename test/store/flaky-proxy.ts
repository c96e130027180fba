import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a Postgres server that can be cut (connections end, new ones are refused) or frozen. */
export class FlakyProxy {
  private server: Server | undefined;
  private port = 0;
  private readonly sockets = new Set<Socket>();
  private isFrozen = false;

  constructor(private readonly target: URL) {}

  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  async open(): Promise<void> {
    this.isFrozen = false;
    this.server = createServer((socket) => this.join(socket)).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Answers how many clients it cut off. */
  async cut(): Promise<number> {
    const clients = this.sockets.size / 2;
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    if (this.server?.listening) await once(this.server, 'close');
    return clients;
  }

  /** From now on no byte passes, but connections stay and are accepted. */
  freeze(): void {
    this.isFrozen = true;
  }

  private join(client: Socket): void {
    const server = connect(Number(this.target.port || 5432), this.target.hostname);
    for (const [source, sink] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(source);
      source.on('data', (chunk) => {
        if (!this.isFrozen) sink.write(chunk);
      });
      source.on('error', () => {});
      source.on('close', () => {
        this.sockets.delete(source);
        sink.destroy();
      });
    }
  }
}
