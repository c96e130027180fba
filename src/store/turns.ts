import type { GoneSignal } from '../work/gone-signal';

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
  /** False holds everybody back whose result may be long, until `wake` is called. */
  readonly mayStart?: () => boolean;
}

/** One who asks for a turn. */
export interface Asking {
  /** Milliseconds since 1970: until then it waits. */
  readonly deadline: number;
  readonly signal?: GoneSignal | undefined;
  /** What it does is known to give little back. */
  readonly isShort?: boolean | undefined;
}

/** Gives the place back; calling it again does nothing. */
export type GiveBack = () => void;

interface Waiter {
  readonly isShort: boolean;
  readonly start: (giveBack: GiveBack) => void;
}

/**
 * A queue before a few places. Those who wait are taken from its two ends by turns: whoever comes behind a crowd waits
 * for a few of them, not for all, and nobody in it waits more than twice as long. Whoever gives up leaves it at once.
 */
export class Turns {
  #free: number;
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #mayStart: () => boolean;
  /** In the order in which they came. */
  #waiters: Waiter[] = [];
  #takesLast = false;

  constructor({ places, maxWaiting, mayStart = () => true }: TurnsOptions) {
    this.#free = places;
    this.#places = places;
    this.#maxWaiting = maxWaiting;
    this.#mayStart = mayStart;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  /** Nobody has a place. */
  get isIdle(): boolean {
    return this.#free === this.#places;
  }

  /**
   * Resolves when there is a place.
   * @throws NoTurnError
   */
  async take(asking: Asking): Promise<GiveBack> {
    const { signal, isShort = false } = asking;
    if (signal?.aborted) throw new NoTurnError('gone');
    if (this.#free > 0 && this.#next(isShort) === undefined && (isShort || this.#mayStart()))
      return this.#occupy();
    if (this.#waiters.length >= this.#maxWaiting) throw new NoTurnError('full');
    return this.#wait(asking);
  }

  /** Tells that `mayStart` may answer differently now. */
  wake(): void {
    while (this.#free > 0) {
      const next = this.#next(!this.#mayStart());
      if (next === undefined) return;
      this.#takesLast = !this.#takesLast;
      this.#leave(next);
      next.start(this.#occupy());
    }
  }

  /** Who would be let in next, of all or of the short ones. */
  #next(ofShort: boolean): Waiter | undefined {
    const isMeant = ({ isShort }: Waiter) => isShort || !ofShort;
    return this.#takesLast ? this.#waiters.findLast(isMeant) : this.#waiters.find(isMeant);
  }

  #leave(waiter: Waiter): void {
    this.#waiters = this.#waiters.filter((one) => one !== waiter);
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

  #wait({ deadline, signal, isShort = false }: Asking): Promise<GiveBack> {
    return new Promise((resolve, reject) => {
      const leave = (reason: 'late' | 'gone') => {
        this.#leave(waiter);
        end();
        reject(new NoTurnError(reason));
      };
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = () => leave('gone');
      const waiter: Waiter = {
        isShort,
        start: (giveBack) => {
          end();
          resolve(giveBack);
        },
      };
      const timer = setTimeout(() => leave('late'), Math.max(0, deadline - Date.now()));
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiters.push(waiter);
    });
  }
}
