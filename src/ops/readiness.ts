/** An orchestrator's probes give up after a few seconds. */
const CHECK_MS = 2_000;

/** Tracks if the service can answer, and the reason if it can't. */
export class Readiness {
  #phase: 'starting' | 'started' | 'stopping' = 'starting';
  #check: () => Promise<void> = async () => {};

  /** @param check decides from now on: it rejects with a message for the operator if the store can't answer */
  started(check: () => Promise<void>): void {
    this.#phase = 'started';
    this.#check = check;
  }

  stopping(): void {
    this.#phase = 'stopping';
  }

  /**
   * Runs the check, for two seconds at most.
   * @returns why the service is not ready, or `undefined` if it is
   */
  async notReadyReason(): Promise<string | undefined> {
    if (this.#phase === 'starting') return 'The service is starting.';
    if (this.#phase === 'stopping') return 'The service is stopping.';
    const { promise: late, cancel } = rejectAfter(CHECK_MS);
    try {
      await Promise.race([this.#check(), late]);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    } finally {
      cancel();
    }
  }
}

function rejectAfter(milliseconds: number): { promise: Promise<never>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The database did not answer within ${milliseconds} ms.`)),
      milliseconds,
    );
  });
  return { promise, cancel: () => clearTimeout(timer) };
}
