import { ReadAbandonedError, StoreBusyError, StoreUnavailableError } from './errors';
import { type Asking, type GiveBack, NoTurnError, Turns, type TurnsOptions } from './turns';

/** The reads before a database, and the truth about those that got no turn. */
export class ReadQueue {
  readonly #turns: Turns;
  #lastAnswer = Number.NEGATIVE_INFINITY;

  constructor(options: TurnsOptions) {
    this.#turns = new Turns(options);
  }

  get waiting(): number {
    return this.#turns.waiting;
  }

  get isIdle(): boolean {
    return this.#turns.isIdle;
  }

  /** Waits for a turn. @throws StoreBusyError, StoreUnavailableError, ReadAbandonedError */
  async take(asking: Asking): Promise<GiveBack> {
    const began = performance.now();
    try {
      return await this.#turns.take(asking);
    } catch (error) {
      if (!(error instanceof NoTurnError)) throw error;
      if (error.reason === 'gone') throw new ReadAbandonedError(error);
      // While others got their answers the database was there; while nobody did, that is what is to be told.
      const isBusy = error.reason === 'full' || this.#lastAnswer > began;
      throw isBusy ? new StoreBusyError(error) : new StoreUnavailableError(error);
    }
  }

  /** The database has answered a read. */
  answered(): void {
    this.#lastAnswer = performance.now();
  }

  /** Those that wait may be let in now. */
  wake(): void {
    this.#turns.wake();
  }
}
