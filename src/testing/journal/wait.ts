import { Problem } from '../problem';
import type { Entry } from './entry';
import type { Filter } from './filter';
import type { Journal } from './journal';

interface Wanted {
  readonly count: number;
  readonly timeoutMs: number;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

/**
 * The requests that are meant, as soon as there are `count` of them.
 * @throws Problem when there are fewer after the timeout, or the space ends
 */
export function waitFor(
  journal: Journal,
  { isMeant, limit }: Filter,
  { count, timeoutMs, signal }: Wanted,
): Promise<readonly Entry[]> {
  let found = journal.entries.filter(isMeant);
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      clearTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', abandoned);
      settle();
    };
    const abandoned = () => done(() => resolve([]));
    const look = (entry: Entry | undefined) => {
      if (entry === undefined) return done(() => reject(new Problem('gone', 'The space has ended.')));
      if (isMeant(entry)) found = [...found, entry];
      if (found.length >= count) done(() => resolve(found.slice(-limit)));
    };
    const stopListening = journal.listen(look);
    const timer = setTimeout(() => {
      const sentence = `Of ${count} such requests ${found.length} came within ${timeoutMs} ms.`;
      done(() => reject(new Problem('timeout', sentence)));
    }, timeoutMs);
    signal.addEventListener('abort', abandoned);
    if (found.length >= count) done(() => resolve(found.slice(-limit)));
  });
}
