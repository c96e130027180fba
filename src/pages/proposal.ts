import type { CancelSignal } from '../lib/cancel-signal';
import { knownZone, monthOf } from '../lib/time/zones';

/** What the operation pages propose to call with: an event, and a month of the time zone's calendar that has it. */
export interface ProposedValues {
  readonly id: number;
  /** 1 to 12. */
  readonly month: number;
  readonly year: number;
}

/** Finds an event of the month that `at` lies in, else the next one, else the last; `undefined` when there is none. */
export type FindExample = (at: Date, signal: CancelSignal) => Promise<ProposedValues | undefined>;

/** How long what was found counts: readers of the pages are no load on the store. */
const KEPT_MS = 10_000;
/** How long a page waits for the store. */
const PATIENCE_MS = 1_000;

/** Makes the function that proposes; without events, or without a store that answers, the present month. */
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
      until = at + KEPT_MS;
      found = patiently((signal) => findExample(new Date(at), signal)).catch(() => undefined);
    }
    return (await found) ?? { id: 1, ...monthOf(at, zone) };
  };
}

/** What is found in time. A question that has begun is not ended by the signal: it goes on without its page. */
function patiently<T>(find: (signal: CancelSignal) => Promise<T>): Promise<T | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  return Promise.race([find(signal), late]);
}
