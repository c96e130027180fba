import { PassThrough, Readable } from 'node:stream';
import type { CommandContext } from '../../src/cli/command';

export type Command = (argv: readonly string[], context: CommandContext) => Promise<number>;

export interface CommandOutcome {
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
  const { context, text } = collect(env, stdin);
  const code = await command(argv, context);
  // The last output is still on its way.
  await new Promise((resolve) => setImmediate(resolve));
  return { code, out: text.stdout, err: text.stderr };
}

/** The context of a command whose output is read as it is written. */
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

/** The command of a name, as src/main.ts finds it. */
export function commandNamed(name: string): Command {
  const module: Readonly<Record<string, Command | undefined>> = require(`../../src/cli/${name}`);
  const command = module[`${name}Command`];
  if (command === undefined) throw new Error(`There is no command ${name}.`);
  return command;
}
