import { knownZone, monthOf } from '../lib/time/zones';

/** Proposes arguments for the operations: an event, and its month. */
export interface ProposedValues {
  readonly id: number;
  /** The month is 1 to 12. */
  readonly month: number;
  readonly year: number;
}

/** Finds an event in the month of `at`, else the next later event, else the last earlier event. */
export type FindExample = (at: Date, signal: AbortSignal) => Promise<ProposedValues | undefined>;

/** A page waits at most this many milliseconds for the store. */
const TIMEOUT_MS = 1_000;

/** Creates a function that proposes values. If the store has no events or does not answer, it proposes this month. */
export function createProposer(findExample: FindExample, timeZone: string): () => Promise<ProposedValues> {
  const zone = knownZone(timeZone);
  return async () => {
    const at = Date.now();
    const found = await withTimeout((signal) => findExample(new Date(at), signal)).catch(() => undefined);
    return found ?? { id: 1, ...monthOf(at, zone) };
  };
}

/**
 * Resolves to the result, or to `undefined` after the timeout. The signal cancels only a query that still waits, so a
 * query that runs continues.
 */
function withTimeout<T>(find: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  return Promise.race([find(signal), late]);
}
