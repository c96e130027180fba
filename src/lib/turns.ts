/** Divides long work among turns of the event loop, so that other clients are served in between. */
import { performance } from 'node:perf_hooks';
import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Node accepts one connection in a turn. So other clients get a turn for each of these spans of work, or a new client
 * would wait for as many pieces of work as there are clients before it.
 */
const MS_FOR_A_TURN = 2;
/** More work causes no more turns. */
const MOST_MS = 256;

/** Yields to other clients for some turns. @param worked milliseconds of work, which may be measured later */
async function yieldTurns(worked: () => number): Promise<void> {
  await endOfTurn();
  const most = Math.min(worked(), MOST_MS);
  for (let ms = MS_FOR_A_TURN; ms < most; ms += MS_FOR_A_TURN) await endOfTurn();
}

/** Yields to other clients after work. @param began the time of `performance.now()` at which the work began */
export function yieldTurnsSince(began: number): Promise<void> {
  const worked = performance.now() - began;
  return yieldTurns(() => worked);
}

let last: Promise<void> = Promise.resolve();
/** The last caller of `ownTurn` worked for so many milliseconds. */
let worked = 0;

/**
 * Resolves when the caller may do a piece of work that takes a millisecond or more. All callers share the event loop, so
 * each works in a turn of its own.
 */
export function ownTurn(): Promise<void> {
  last = last.then(async () => {
    // The caller before this one works until the end of this turn.
    await yieldTurns(() => worked);
    const began = performance.now();
    setImmediate(() => {
      worked = performance.now() - began;
    });
  });
  return last;
}
