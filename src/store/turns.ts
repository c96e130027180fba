/** Aborted when who asked has gone. */
export type GoneSignal = Pick<AbortSignal, 'aborted' | 'addEventListener' | 'removeEventListener'>;

/** Why a caller got no turn. */
export class NoTurnError extends Error {
  override readonly name = 'NoTurnError';

  /** `full`: too many wait already; `late`: the time was up; `gone`: who asked doesn't wait any more. */
  constructor(readonly reason: 'full' | 'late' | 'gone') {
    super(`no turn: ${reason}`);
  }
}

export interface TurnsOptions {
  /** How many may work at once. */
  readonly places: number;
  /** How many may wait beside them. */
  readonly maxWaiting: number;
  /** False holds everybody back until `wake` is called. */
  readonly mayStart?: () => boolean;
}

/** Gives the place back; calling it again does nothing. */
export type GiveBack = () => void;

interface Waiter {
  readonly start: (giveBack: GiveBack) => void;
}

/** A queue before a few places, first come first served; whoever gives up leaves it at once. */
export class Turns {
  #free: number;
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #mayStart: () => boolean;
  readonly #waiters = new Set<Waiter>();

  constructor({ places, maxWaiting, mayStart = () => true }: TurnsOptions) {
    this.#free = places;
    this.#places = places;
    this.#maxWaiting = maxWaiting;
    this.#mayStart = mayStart;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  /** Nobody has a place. */
  get isIdle(): boolean {
    return this.#free === this.#places;
  }

  /**
   * Resolves when there is a place.
   * @param deadline milliseconds since 1970
   * @throws NoTurnError
   */
  async take(deadline: number, signal?: GoneSignal): Promise<GiveBack> {
    if (signal?.aborted) throw new NoTurnError('gone');
    if (this.#waiters.size === 0 && this.#canStart()) return this.#occupy();
    if (this.#waiters.size >= this.#maxWaiting) throw new NoTurnError('full');
    return this.#wait(deadline, signal);
  }

  /** Tells that `mayStart` may answer differently now. */
  wake(): void {
    for (const waiter of this.#waiters) {
      if (!this.#canStart()) return;
      this.#waiters.delete(waiter);
      waiter.start(this.#occupy());
    }
  }

  #canStart(): boolean {
    return this.#free > 0 && this.#mayStart();
  }

  #occupy(): GiveBack {
    this.#free--;
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#free++;
      this.wake();
    };
  }

  #wait(deadline: number, signal: GoneSignal | undefined): Promise<GiveBack> {
    return new Promise((resolve, reject) => {
      const leave = (reason: 'late' | 'gone') => {
        this.#waiters.delete(waiter);
        end();
        reject(new NoTurnError(reason));
      };
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = () => leave('gone');
      const waiter: Waiter = {
        start: (giveBack) => {
          end();
          resolve(giveBack);
        },
      };
      const timer = setTimeout(() => leave('late'), Math.max(0, deadline - Date.now()));
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }
}
