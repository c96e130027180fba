import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the next call may be made. Who makes calls in several walks gives them all the same. */
export type Pace = () => Promise<void>;

/** @param wait sleeps that many milliseconds */
export function paceOf(
  callsPerSecond: number,
  wait: (milliseconds: number) => Promise<unknown> = sleep,
): Pace {
  let isFirst = true;
  return async () => {
    if (!isFirst) await wait(1000 / callsPerSecond);
    isFirst = false;
  };
}
