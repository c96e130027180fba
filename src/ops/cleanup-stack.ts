/** Clean-ups, run last in, first out: what was opened later may need what was opened earlier. */
export class CleanupStack {
  readonly #releases: (() => void | Promise<void>)[] = [];

  /** Takes over the duty to release; call it as soon as the resource is there. */
  add(release: () => void | Promise<void>): void {
    this.#releases.push(release);
  }

  /** Runs every clean-up once, one after the other. One that fails is told to `failed` and stops no other. */
  async release(failed: (error: unknown) => void): Promise<void> {
    for (let release = this.#releases.pop(); release !== undefined; release = this.#releases.pop()) {
      try {
        await release();
      } catch (error) {
        failed(error);
      }
    }
  }
}
