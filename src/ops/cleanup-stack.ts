/** Runs clean-ups in reverse order, because a later resource may need an earlier resource. */
export class CleanupStack {
  readonly #releases: (() => Promise<void>)[] = [];

  /** Adds a clean-up. Call this as soon as the resource exists. */
  add(release: () => Promise<void>): void {
    this.#releases.push(release);
  }

  /** Runs every clean-up once, one after another. An error is passed to `failed`, and the others still run. */
  async release(failed: (error: unknown) => void): Promise<void> {
    for (let release = this.#releases.pop(); release !== undefined; release = this.#releases.pop())
      await release().catch(failed);
  }
}
