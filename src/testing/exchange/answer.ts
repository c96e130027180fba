/** Observes the answer on its way to the client. For a rule, it holds the answer back and sends another. */
import type { ServerResponse } from 'node:http';
import { Body, headersGiven, headSent } from './message';

/** Sends the held answer. `body` is all of it. */
export type Deliver = (response: ServerResponse, body: Buffer) => Promise<void>;

export class Answer {
  readonly body = new Body();
  #deliver: Deliver | undefined;
  /** True if the rest of the service's answer is dropped. */
  #isReplaced = false;
  #isDone = false;
  #held: Buffer[] = [];

  /** @param onDone called once, when this process has sent the answer or given it up */
  constructor(
    readonly response: ServerResponse,
    private readonly onDone: () => void,
  ) {}

  /** The answer as it was sent, or `undefined` before that. */
  get head(): string | undefined {
    return headSent(this.response);
  }

  /** Holds the answer back from now on, until `deliver` sends it. Call it before the service sends anything. */
  hold(deliver: Deliver): void {
    this.#deliver = deliver;
  }

  /** Sends this answer and drops everything that the service still sends. */
  replace(send: (response: ServerResponse) => void): void {
    this.#isReplaced = false;
    this.#deliver = undefined;
    for (const name of this.response.getHeaderNames()) this.response.removeHeader(name);
    send(this.response);
    this.#isReplaced = true;
  }

  /** Ends the connection at once, like a machine that crashes. */
  reset(): void {
    this.#isReplaced = true;
    this.isOver();
    const { socket } = this.response;
    if (socket !== null && !socket.destroyed) socket.resetAndDestroy();
  }

  /** Takes the arguments of `writeHead`. Returns true if they are held back. */
  takesHead(args: readonly unknown[]): boolean {
    if (this.#isReplaced) return true;
    if (this.#deliver === undefined) return false;
    this.response.statusCode = Number(args[0]);
    for (const [name, value] of Object.entries(headersGiven(args))) this.response.setHeader(name, value);
    return true;
  }

  takesChunk(args: readonly unknown[]): boolean {
    if (this.#passes()) {
      this.body.add(args[0], args[1]);
      return false;
    }
    if (!this.#isReplaced) this.#held.push(bytesOf(args));
    callBack(args);
    return true;
  }

  takesEnd(args: readonly unknown[]): boolean {
    if (this.#passes()) {
      this.body.add(args[0], args[1]);
      return false;
    }
    const deliver = this.#deliver;
    if (!this.#isReplaced && deliver !== undefined) {
      this.#held.push(bytesOf(args));
      this.#deliver = undefined;
      // The client must not be left waiting, even if the answer is wrong.
      deliver(this.response, Buffer.concat(this.#held.splice(0))).catch(() => this.response.destroy());
    }
    callBack(args);
    return true;
  }

  /** Called when a part was sent. When the promised bytes are sent, the client has its answer. */
  hasWritten(): void {
    const length = Number(/^content-length: (\d+)/im.exec(this.head ?? '')?.[1]);
    if (length > 0 && this.body.length >= length) this.isOver();
  }

  /** Called when the answer is complete. */
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
