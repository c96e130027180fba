/** Divides long work among turns of the event loop, so that other clients are served in between. */
import { performance } from 'node:perf_hooks';
import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * For each span of this many milliseconds of work, other clients have one turn. Node accepts one connection in a turn.
 * With a single turn after all work, a new client would wait for as many pieces of work as there are clients before it.
 */
const MS_FOR_A_TURN = 2;
/** Work of more than this many milliseconds is followed by no more turns. */
const MAX_COUNTED_MS = 256;

/**
 * Yields to other clients for a number of turns that depends on the work before.
 * @param worked returns the milliseconds of work, and is called after the first turn
 */
async function yieldTurns(worked: () => number): Promise<void> {
  await endOfTurn();
  const most = Math.min(worked(), MAX_COUNTED_MS);
  for (let ms = MS_FOR_A_TURN; ms < most; ms += MS_FOR_A_TURN) await endOfTurn();
}

/** Yields to other clients after work. @param began the time of `performance.now()` at which the work began */
export function yieldTurnsSince(began: number): Promise<void> {
  const worked = performance.now() - began;
  return yieldTurns(() => worked);
}

let last: Promise<void> = Promise.resolve();
/** The last caller of `ownTurn` worked for this many milliseconds. */
let worked = 0;

/**
 * Resolves when the caller may do a piece of work that takes a millisecond or more. All callers share the event loop, so
 * each works in a turn of its own.
 */
export function ownTurn(): Promise<void> {
  last = last.then(async () => {
    // The previous caller works until the end of this turn.
    await yieldTurns(() => worked);
    const began = performance.now();
    setImmediate(() => {
      worked = performance.now() - began;
    });
  });
  return last;
}
