import { PassThrough, Readable } from 'node:stream';
import type { CommandContext } from '../../src/cli/command';

export type Command = (argv: readonly string[], context: CommandContext) => Promise<number>;

export interface CommandOutcome {
  /** The exit status. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process; it sees no environment but `env` and no input but `stdin`. */
export async function runCommand(
  command: Command,
  argv: readonly string[],
  { env = {}, stdin = '' }: { readonly env?: CommandContext['env']; readonly stdin?: string } = {},
): Promise<CommandOutcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await command(argv, { env, stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr });
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}
