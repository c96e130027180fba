/** Observes the answer on its way to the client and, for a rule, holds it back and sends another. */
import type { ServerResponse } from 'node:http';
import { Body, headersGiven, headSent } from './message';

/** Sends an answer that was held back; `body` is all of it. */
export type Deliver = (response: ServerResponse, body: Buffer) => Promise<void>;

export class Answer {
  readonly body = new Body();
  #deliver: Deliver | undefined;
  /** True once the rest of what the service sends is thrown away. */
  #isReplaced = false;
  #isDone = false;
  #held: Buffer[] = [];

  /** @param onDone called once, when the answer is sent as far as this process is concerned, or was given up */
  constructor(
    readonly response: ServerResponse,
    private readonly onDone: () => void,
  ) {}

  /** As it went out; `undefined` while nothing was sent. */
  get head(): string | undefined {
    return headSent(this.response);
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
    this.isOver();
    const { socket } = this.response;
    if (socket !== null && !socket.destroyed) socket.resetAndDestroy();
  }

  /** The arguments of `writeHead`. Answers whether they go no further. */
  takesHead(args: readonly unknown[]): boolean {
    if (this.#isReplaced) return true;
    if (this.#deliver === undefined) return false;
    this.response.statusCode = Number(args[0]);
    for (const [name, value] of Object.entries(headersGiven(args))) this.response.setHeader(name, value);
    return true;
  }

  /** The arguments of `write`. */
  takesChunk(args: readonly unknown[]): boolean {
    if (this.#passes()) {
      this.body.add(args[0], args[1]);
      return false;
    }
    if (!this.#isReplaced) this.#held.push(bytesOf(args));
    callBack(args);
    return true;
  }

  /** The arguments of `end`. */
  takesEnd(args: readonly unknown[]): boolean {
    if (this.#passes()) {
      this.body.add(args[0], args[1]);
      return false;
    }
    const deliver = this.#deliver;
    if (!this.#isReplaced && deliver !== undefined) {
      this.#held.push(bytesOf(args));
      this.#deliver = undefined;
      // Whatever is wrong with it, the client must not be left waiting.
      deliver(this.response, Buffer.concat(this.#held.splice(0))).catch(() => this.response.destroy());
    }
    callBack(args);
    return true;
  }

  /** A part was sent. With the last byte that was promised the client has its answer: what follows is only the end. */
  hasWritten(): void {
    const length = Number(/^content-length: (\d+)/im.exec(this.head ?? '')?.[1]);
    if (length > 0 && this.body.length >= length) this.isOver();
  }

  /** There is no more to come. */
  isOver(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.onDone();
  }

  #passes(): boolean {
    return !this.#isReplaced && this.#deliver === undefined;
  }
}

function bytesOf([chunk, encoding]: readonly unknown[]): Buffer {
  const body = new Body(Number.POSITIVE_INFINITY);
  body.add(chunk, encoding);
  return body.bytes;
}

/** Calls the callback of a write or an end, asynchronously as Node does. */
function callBack(args: readonly unknown[]): void {
  const callback = args.at(-1);
  if (typeof callback === 'function') setImmediate(() => callback());
}
