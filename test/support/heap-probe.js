/**
 * This module is preloaded into a service (`node --expose-gc --require`). It answers each IPC message with the bytes of
 * the heap that are in use.
 */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
// The channel must not prevent the end of the service.
process.channel?.unref();
