import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Observe } from '../ops/observations';

/**
 * While there is no room, clients are polled at this interval in milliseconds. A client that is slow in MAX_SLOW_POLLS
 * polls in a row is disconnected.
 */
const POLL_MS = 250;
const MAX_SLOW_POLLS = 2;
/** A waiting body checks for room at this interval in milliseconds. */
const WAIT_MS = 50;
/**
 * A poll is slow if all bytes of the reservation would take more than this many milliseconds at the speed since the
 * last poll.
 */
const SLOWEST_MS = 60_000;

/** Represents the bytes of one request or answer in the memory of this process. */
export interface Reservation {
  /**
   * Reports that the client has sent its whole body, which has this many bytes. From then on the service does not wait
   * for the client.
   */
  received(bytes: number): void;
  release(): void;
}

interface Reserved {
  bytes: number;
  readonly isAnswer: boolean;
  /** This is true until the client has sent its body, or for an answer until the client has read it. */
  waitsForClient: boolean;
  /** This is `undefined` for a result that is being encoded, because no connection owns it. */
  readonly socket: Socket | undefined;
  /** This is the number of bytes that the socket had sent and received at the last poll. */
  moved: number | undefined;
  slowPolls: number;
}

/**
 * Limits the memory for request bodies and answers together, because clients control both. An answer is never rejected,
 * but above the limit no more queries are sent. Bodies wait for room. While there is no room, slow clients are
 * disconnected. The event `room` says that queries may be sent again.
 */
export class MemoryBudget extends EventEmitter<{ room: [] }> {
  #bytes = 0;
  #answerBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #reserved = new Set<Reserved>();
  #waiting = 0;

  constructor(
    readonly limit: number,
    private readonly observe: Observe,
  ) {
    super();
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * This is true while no more queries may be sent. Bodies are not counted: a body is released only after its answer,
   * so the query for this answer would never be sent.
   */
  get isFullOfAnswers(): boolean {
    return this.#answerBytes >= this.limit;
  }

  /**
   * Reserves the bytes of an answer, even if there is no room.
   * @param socket `undefined` for a result that is being encoded
   */
  reserveAnswer(socket: Socket | undefined, bytes: number): Reservation {
    return this.#reserve(socket, bytes, true);
  }

  /**
   * Reserves the bytes of a body as soon as there is room for them.
   * @returns `undefined` if there was no room within `timeoutMs`, or if the client has disconnected
   */
  async reserveBody(socket: Socket, bytes: number, timeoutMs: number): Promise<Reservation | undefined> {
    if (this.#hasRoom(bytes)) return this.#reserve(socket, bytes, false);
    const deadline = performance.now() + timeoutMs;
    this.#waiting++;
    this.#watch();
    try {
      while (performance.now() < deadline) {
        await sleep(WAIT_MS);
        if (socket.destroyed) return undefined;
        if (this.#hasRoom(bytes)) return this.#reserve(socket, bytes, false);
      }
    } finally {
      this.#waiting--;
    }
    this.observe({ kind: 'limit-hit', limit: 'memory-budget' });
    return undefined;
  }

  #reserve(socket: Socket | undefined, bytes: number, isAnswer: boolean): Reservation {
    const reserved: Reserved = {
      bytes: 0,
      isAnswer,
      waitsForClient: true,
      socket,
      moved: undefined,
      slowPolls: 0,
    };
    this.#reserved.add(reserved);
    this.#change(reserved, bytes);
    const release = () => {
      this.#reserved.delete(reserved);
      socket?.off('close', release);
      this.#change(reserved, 0);
    };
    socket?.on('close', release);
    // The socket is already closed if its client disconnected during the query.
    if (socket?.destroyed) release();
    return {
      received: (size) => {
        reserved.waitsForClient = false;
        if (this.#reserved.has(reserved)) this.#change(reserved, size);
      },
      release,
    };
  }

  #hasRoom(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.limit;
  }

  #change(reserved: Reserved, bytes: number): void {
    this.#bytes += bytes - reserved.bytes;
    if (reserved.isAnswer) this.#answerBytes += bytes - reserved.bytes;
    reserved.bytes = bytes;
    if (this.#bytes >= this.limit) this.#watch();
    if (!this.isFullOfAnswers) this.emit('room');
  }

  /** Polls the clients while there is no room. */
  #watch(): void {
    this.#timer ??= setInterval(() => {
      if (this.#bytes >= this.limit || this.#waiting > 0) {
        for (const reserved of this.#reserved) this.#poll(reserved);
      } else {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }, POLL_MS).unref();
  }

  #poll(reserved: Reserved): void {
    if (reserved.socket === undefined) return;
    const moved = movedBy(reserved.socket);
    const enough = (reserved.bytes * POLL_MS) / SLOWEST_MS;
    if (reserved.moved !== undefined)
      reserved.slowPolls = moved - reserved.moved < enough ? reserved.slowPolls + 1 : 0;
    reserved.moved = moved;
    if (!reserved.waitsForClient || reserved.slowPolls < MAX_SLOW_POLLS) return;
    this.observe({ kind: 'limit-hit', limit: 'memory-budget' });
    reserved.socket.destroy();
  }
}

function movedBy({ bytesRead, bytesWritten }: Socket): number {
  return bytesRead + bytesWritten;
}
