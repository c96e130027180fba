/** What keeps V8 as fast in a service that has run for long as in one that has just begun. */
import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

/** To be called before anything else is done. */
export function tuneV8(): void {
  // Objects of a call that waits for the database may survive two young collections. V8 would from then on allocate
  // their kind in old space, with all that they hold: up to half of what a call costs, and a tenth of an import's time.
  setFlagsFromString('--no-allocation-site-pretenuring');
  process.nextTick(() => kept.push(executionAsyncResource()));
}

/**
 * One of the objects that Node makes for each `process.nextTick`, six for each request. A full collection that finds
 * none of them has V8 forget their shape; the literal that makes them then meets another one, gives its inline cache
 * up, and costs ten times as much for as long as the process lives.
 */
const kept: object[] = [];
