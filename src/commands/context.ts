import type { Env } from '../settings/values';

/** What a command may touch of the process it runs in. */
export interface CommandContext {
  readonly env: Env;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}
