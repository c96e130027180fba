import { setTimeout as sleep } from 'node:timers/promises';
import type { Observe } from '../ops/observations';
import { lossOf, troubleOf } from './classify-error';
import { messageOf, NeedsOperatorError, originOf } from './errors';
import type { Store } from './event-store';

const PAUSE_MS = 500;

/**
 * Waits until a call would be answered: until the events of a migrated database can be read as `/ready` reads them, and
 * a question of clients has its answer. A service that listens before that only has faults to give.
 * @param deadline on the clock of `performance.now()`
 * @throws StoreError, its message one sentence for the operator
 */
export async function untilAnswering(
  store: Store,
  { timeZone, deadline, observe }: { timeZone: string; deadline: number; observe: Observe },
): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    try {
      await store.checkEvents();
      // The check lets a slow database pass, which for a running service is a passing state.
      await store.example(new Date(), timeZone);
      return;
    } catch (error) {
      const sentence = sentenceFor(error);
      if (troubleOf(error) === 'bug' || performance.now() + PAUSE_MS > deadline) throw sentence;
      if (!isTold) observe({ kind: 'database-trouble', trouble: lossOf(error), error: sentence });
      await sleep(PAUSE_MS);
    }
  }
}

function sentenceFor(error: unknown): unknown {
  if (troubleOf(error) !== 'timeout') return error;
  const reason = messageOf(originOf(error));
  return new NeedsOperatorError(
    `The database does not answer in the time that a question has (${reason}): look for locks and load, or raise the statement_timeout of its user or QUERY_TIMEOUT_MS.`,
    { cause: error },
  );
}
