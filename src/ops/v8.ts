import { executionAsyncResource } from 'node:async_hooks';
import { setFlagsFromString } from 'node:v8';

/** Sets V8 up for a service that runs long. Call it before anything else. */
export function tuneV8(): void {
  // Objects of a call that waits for the database may survive two young collections. V8 would then allocate all objects
  // of their type in old space, which costs up to half a call's time and a tenth of an import's.
  setFlagsFromString('--no-allocation-site-pretenuring');
  process.nextTick(() => retained.push(executionAsyncResource()));
}

/**
 * Holds one of the objects that Node creates for each `process.nextTick`. If a full collection finds none of them, V8
 * drops their hidden class, and Node's code that creates them loses its inline cache and takes ten times as long.
 */
const retained: object[] = [];
