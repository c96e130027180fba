import { knownZone, monthOf } from '../lib/time/zones';

/** Proposes values to call the operations with: an event, and a month that has it. */
export interface ProposedValues {
  readonly id: number;
  /** The month is 1 to 12. */
  readonly month: number;
  readonly year: number;
}

/** Finds an event of the month of `at`, else the next one, else the last. Returns `undefined` without events. */
export type FindExample = (at: Date, signal: AbortSignal) => Promise<ProposedValues | undefined>;

/** The pages reuse an example for this many milliseconds, so that they ask the store less often. */
const CACHE_MS = 10_000;
/** This is the longest time that a page waits for the store. */
const TIMEOUT_MS = 1_000;

/** Creates a function that proposes values. If the store has no events or does not answer, it is this month. */
export function proposals(
  findExample: FindExample,
  timeZone: string,
  now: () => number = Date.now,
): () => Promise<ProposedValues> {
  const zone = knownZone(timeZone);
  let until = 0;
  let found: Promise<ProposedValues | undefined> = Promise.resolve(undefined);
  return async () => {
    const at = now();
    if (at >= until) {
      until = at + CACHE_MS;
      found = withTimeout((signal) => findExample(new Date(at), signal)).catch(() => undefined);
    }
    return (await found) ?? { id: 1, ...monthOf(at, zone) };
  };
}

/** Gives up after the timeout. A running query goes on, because the signal only cancels waiting ones. */
function withTimeout<T>(find: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  return Promise.race([find(signal), late]);
}
