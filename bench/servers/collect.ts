/**
 * Loaded into a service before its own code: on SIGUSR2 it collects whatever is not reachable any more, and writes the
 * bytes that are left to HEAP_FILE.
 */
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  collect();
  writeFileSync(process.env.HEAP_FILE ?? '', String(process.memoryUsage().heapUsed));
});
