import type { EventSet } from './events/event-set';
import { Problem } from './problem';
import type { RulesState } from './rules/rules';
import type { SnapshotInfo } from './types';

const MOST = 1_000;

/** What a space comes back to. Events are shared with it, not copied. */
export interface Snapshot {
  /** `undefined`: never written to. */
  readonly events: EventSet | undefined;
  readonly rules: RulesState;
  readonly clock: number | undefined;
  readonly info: SnapshotInfo;
}

/** A space's snapshots, by name. */
export class Snapshots {
  readonly #byName = new Map<string, Snapshot>();

  list(): readonly SnapshotInfo[] {
    return [...this.#byName.values()].map(({ info }) => info);
  }

  /** One of the same name is replaced. @throws Problem when there are too many */
  keep(snapshot: Snapshot): void {
    const { name } = snapshot.info;
    if (this.#byName.size >= MOST && !this.#byName.has(name))
      throw new Problem(
        'too-large',
        `There are ${MOST} snapshots already, which is as many as a space may have.`,
      );
    this.#byName.set(name, snapshot);
  }

  /** @throws Problem when there is none */
  get(name: string): Snapshot {
    const snapshot = this.#byName.get(name);
    if (snapshot === undefined)
      throw new Problem('not-found', `There is no snapshot ${JSON.stringify(name)}.`);
    return snapshot;
  }

  /** @throws Problem when there is none */
  delete(name: string): void {
    this.get(name);
    this.#byName.delete(name);
  }
}
