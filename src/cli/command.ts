import { type Config, loadConfig, settingWarnings } from '../config';
import type { Env } from '../config/read-env';
import { UserError } from '../lib/errors';
import type { ListenAddress } from '../ops/listen';
import { createLogger, type Log } from '../ops/logger';
import type { Observe } from '../ops/observations';
import { type Arguments, type OptionsConfig, parseArguments, wholeNumberOf } from './arguments';

export interface CommandContext {
  readonly env: Env;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * Runs a command with the arguments after its name.
 * @returns the exit status: 0, 1 after a failure, 2 after wrong use
 */
export type Command = (argv: readonly string[], context: CommandContext) => Promise<number>;

interface Definition<Options extends OptionsConfig> {
  /** The help describes each option and ends with an example. */
  readonly help: string;
  readonly options: Options;
  /** Maps options of earlier versions to sentences that name their replacements. */
  readonly removed?: Readonly<Record<string, string>>;
  /** This is true if the command has arguments that are not options, such as files. */
  readonly takesPositionals?: boolean;
  /**
   * Runs the command with its arguments.
   * @returns the exit status
   * @throws UserError if the user can fix the problem; any other error is a bug
   */
  run(args: Arguments<Options>, context: CommandContext): Promise<number>;
}

/** Makes a command from its parts. All commands read options, show help and report errors in the same way. */
export function defineCommand<const Options extends OptionsConfig>({
  help,
  options,
  removed = {},
  takesPositionals = false,
  run,
}: Definition<Options>): Command {
  return async (argv, context) => {
    try {
      const args = parseArguments(argv, options, removed, takesPositionals);
      if (args.asksForHelp) {
        context.stdout.write(help);
        return 0;
      }
      return await run(args, context);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      printError(error.message, context);
      return error.exitStatus;
    }
  };
}

/** Writes to standard error why a command failed, at any `LOG_LEVEL`. The line is JSON if `LOG_FORMAT` is `json`. */
export function printError(message: string, { env, stderr }: Pick<CommandContext, 'env' | 'stderr'>): void {
  const write = (line: string) => stderr.write(line);
  if (env.LOG_FORMAT === 'json')
    createLogger({ logLevel: 'error', logFormat: 'json' }, write)({ kind: 'failed', message });
  else write(`${message}\n`);
}

/**
 * Loads the configuration, opens the log, and warns about variables that are probably mistakes.
 * @param log where the log is written; by default standard error, because standard output has the command's result
 * @throws SettingError if a setting is invalid
 */
export function setUp(
  { env, stderr }: CommandContext,
  log: Log = stderr,
): { readonly config: Config; readonly observe: Observe } {
  const config = loadConfig(env);
  const observe = createLogger(config, (line) => log.write(line));
  for (const message of settingWarnings(env)) observe({ kind: 'warning', message });
  return { config, observe };
}

export function serviceAddress({ host, port }: Config): ListenAddress {
  return { host, port, settings: { host: 'HOST', port: 'PORT' } };
}

/** `--wait SECONDS` had the name `--patience` in earlier versions. */
export const REMOVED_WAIT = { patience: '--patience is now called --wait.' } as const;

/**
 * Reads `--wait SECONDS`. The default is long enough for a database that starts at the same time, as in Docker Compose.
 * @returns milliseconds
 * @throws UsageError if the value is not a number of seconds
 */
export function readWait(value = '30'): number {
  return 1000 * wholeNumberOf('--wait', value, 0, 99_999);
}

/** Shows progress on one line, which is overwritten each time. Nothing is written if there is no terminal. */
export function progressBar(stream: NodeJS.WritableStream): { show(text: string): void; clear(): void } {
  const isTerminal = 'isTTY' in stream && stream.isTTY === true;
  const show = (text: string) => {
    if (isTerminal) stream.write(`\r\u001b[K${text}`);
  };
  return { show, clear: () => show('') };
}
