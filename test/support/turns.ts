/** Counts the turns of the event loop. */

/** Returns the number of turns that `work` takes. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const counter = countTurns();
  await work();
  return counter.stop();
}

/** Counts turns until `stop`. */
export function countTurns() {
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  return {
    now: () => turns,
    stop: () => {
      clearImmediate(next);
      return turns;
    },
  };
}
