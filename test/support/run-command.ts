import { PassThrough, Readable } from 'node:stream';
import type { CommandContext } from '../../src/cli/command';

export type Command = (argv: readonly string[], context: CommandContext) => Promise<number>;

export interface CommandOutcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process. Its environment contains only `env`, and its input is `stdin`. */
export async function runCommand(
  command: Command,
  argv: readonly string[],
  { env = {}, stdin = '' }: { readonly env?: CommandContext['env']; readonly stdin?: string } = {},
): Promise<CommandOutcome> {
  const { context, text } = collect(env, stdin);
  const code = await command(argv, context);
  // The last output arrives in a later turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  return { code, out: text.stdout, err: text.stderr };
}

/** Returns the context of a command, and the output that it has written so far. */
export function collect(env: CommandContext['env'], stdin = '', onText: () => void = () => {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const text = { stdout: '', stderr: '' };
  const append = (name: keyof typeof text) => (part: string) => {
    text[name] += part;
    onText();
  };
  stdout.setEncoding('utf8').on('data', append('stdout'));
  stderr.setEncoding('utf8').on('data', append('stderr'));
  const context: CommandContext = { env, stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr };
  return { context, text };
}

/** Loads the command with this name, like src/main.ts. */
export function commandNamed(name: string): Command {
  const module: Readonly<Record<string, Command | undefined>> = require(`../../src/cli/${name}`);
  const command = module[`${name}Command`];
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  return command;
}
