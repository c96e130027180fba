/** Loaded before the service under attack: tells who started it how much of the heap is in use. */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
// Its end is not to wait for who started it.
process.channel?.unref();
