/** What a client is sent, seen on its way and, where a rule wants it, held back and sent otherwise. */
import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { headersIn, Sent } from './sent';

/** Sends an answer that was held back; `body` is all of it. */
export type Deliver = (response: ServerResponse, body: Buffer) => Promise<void>;

export class Answer {
  readonly sent = new Sent();
  #deliver: Deliver | undefined;
  /** What the service goes on to send is for nobody. */
  #isReplaced = false;
  #isTold = false;
  #held: Buffer[] = [];

  /** @param told called once, when the answer is sent as far as this process is concerned, or was given up */
  constructor(
    readonly response: ServerResponse,
    private readonly told: () => void,
  ) {
    response.once('close', () => this.#tell());
    this.#watch();
  }

  /** `undefined` while nothing was sent. */
  get status(): number | undefined {
    return this.sent.hasHead ? this.response.statusCode : undefined;
  }

  /** From now on the answer is gathered, and `deliver` sends it. Before the service sends anything. */
  hold(deliver: Deliver): void {
    this.#deliver = deliver;
  }

  /** Sends this and nothing that the service still does. */
  replace(send: (response: ServerResponse) => void): void {
    this.#isReplaced = false;
    this.#deliver = undefined;
    for (const name of this.response.getHeaderNames()) this.response.removeHeader(name);
    send(this.response);
    this.#isReplaced = true;
  }

  /** Ends the connection without a word more, as a machine does that falls over. */
  reset(): void {
    this.#isReplaced = true;
    this.#tell();
    const { socket } = this.response;
    if (socket !== null && !socket.destroyed) socket.resetAndDestroy();
  }

  /** Notes that the head goes out with the headers that are set. */
  #sendsHead(given: readonly unknown[] = []): void {
    if (this.sent.hasHead) return;
    this.sent.addHead(this.response.getHeaders() as Record<string, OutgoingHttpHeader>, given);
  }

  #sends(chunk: unknown, encoding: unknown): void {
    this.#sendsHead();
    if (chunk !== null && chunk !== undefined && typeof chunk !== 'function')
      this.sent.body.add(bytesOf(chunk, encoding));
  }

  #tell(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.told();
  }

  /** Whether the last byte that was promised has been sent: what follows is only the end. */
  #isWhole(): boolean {
    const length = Number(this.sent.headers['content-length']);
    return length > 0 && this.sent.body.length >= length;
  }

  #watch(): void {
    const { response } = this;
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    const write = response.write.bind(response) as (...args: unknown[]) => boolean;
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;

    const watched = {
      writeHead: (...args: unknown[]) => {
        if (this.#isReplaced) return response;
        if (this.#deliver !== undefined) {
          response.statusCode = Number(args[0]);
          for (const [name, value] of Object.entries(headersIn(args))) response.setHeader(name, value);
          return response;
        }
        this.#sendsHead(args);
        return writeHead(...args);
      },
      write: (...args: unknown[]) => {
        if (this.#isReplaced) return doneWith(args, true);
        if (this.#deliver !== undefined) {
          this.#held.push(bytesOf(args[0], args[1]));
          return doneWith(args, true);
        }
        this.#sends(args[0], args[1]);
        const more = write(...args);
        if (this.#isWhole()) this.#tell();
        return more;
      },
      end: (...args: unknown[]) => {
        if (this.#isReplaced) return doneWith(args, response);
        if (this.#deliver !== undefined) {
          const [chunk, encoding] = args;
          if (typeof chunk === 'string' || chunk instanceof Uint8Array)
            this.#held.push(bytesOf(chunk, encoding));
          this.#send(this.#deliver, Buffer.concat(this.#held.splice(0)));
          return doneWith(args, response);
        }
        this.#sends(args[0], args[1]);
        end(...args);
        this.#tell();
        return response;
      },
    };
    Object.assign(response, watched);
  }

  #send(deliver: Deliver, body: Buffer): void {
    this.#deliver = undefined;
    // Whatever is wrong with it, the client must not be left waiting.
    deliver(this.response, body).catch(() => this.response.destroy());
  }
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string')
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
  return chunk instanceof Uint8Array
    ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    : Buffer.alloc(0);
}

/** Calls the callback that a write or an end was given, in a turn of its own as Node does. */
function doneWith<Result>(args: readonly unknown[], result: Result): Result {
  const callback = args.at(-1);
  if (typeof callback === 'function') setImmediate(() => callback());
  return result;
}
