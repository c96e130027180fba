/**
 * Is preloaded into a service (`node --expose-gc --require`), and answers each IPC message with the heap in use, in
 * bytes.
 */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
// The channel must not keep the service alive.
process.channel?.unref();
