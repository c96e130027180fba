/** A check may take this many milliseconds, because an orchestrator's probes time out after a few seconds. */
const CHECK_MS = 2_000;

/** Knows whether the service can answer, and the reason if it can't. */
export class Readiness {
  #phase: 'starting' | 'started' | 'stopping' = 'starting';
  #check: () => Promise<void> = async () => {};

  /** Ends the start. @param check is called for each probe from now on; it rejects with a message for the operator */
  started(check: () => Promise<void>): void {
    if (!this.isStopping) this.#phase = 'started';
    this.#check = check;
  }

  stopping(): void {
    this.#phase = 'stopping';
  }

  get isStopping(): boolean {
    return this.#phase === 'stopping';
  }

  /**
   * Runs the check for at most two seconds.
   * @returns the reason why the service is not ready, or `undefined` if it is ready
   */
  async notReadyReason(): Promise<string | undefined> {
    if (this.#phase === 'starting') return 'The service is starting.';
    if (this.#phase === 'stopping') return 'The service is stopping.';
    const late = new Promise<string>((resolve) => {
      setTimeout(() => resolve(`The database did not answer within ${CHECK_MS} ms.`), CHECK_MS).unref();
    });
    try {
      return await Promise.race([this.#check().then(() => undefined), late]);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}
