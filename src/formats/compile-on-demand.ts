import type { FormatFile } from './file/compile';

/**
 * Compiles the text of a format file. What does it is loaded when the first one comes: most services have none, and
 * would start later for it.
 * @param timeZone the IANA name that `@local` means
 * @throws FormatError which names every fault of the file
 */
export function compileOnDemand(text: string, name: string, timeZone: string): FormatFile {
  const { clockOf } = require('./file/clock') as typeof import('./file/clock');
  const { compileFormat } = require('./file/compile') as typeof import('./file/compile');
  return compileFormat(text, name, clockOf(timeZone));
}
