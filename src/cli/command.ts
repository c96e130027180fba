import { parseArgs } from 'node:util';
import { type Config, loadConfig, misspellingWarnings } from '../config';
import type { Env } from '../config/read-env';
import { UsageError, UserError } from '../lib/errors';
import { createLogger } from '../ops/logger';
import type { Observe } from '../ops/observations';
import { checkArguments, type OptionsConfig } from './arguments';

/** What a command may touch of the process it runs in. */
export interface CommandContext {
  readonly env: Env;
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * Runs a command with the arguments after its name. Answers the exit status: 0, 1 after a failure, 2 after wrong use.
 */
export type Command = (argv: readonly string[], context: CommandContext) => Promise<number>;

interface Definition<Options extends OptionsConfig> {
  /** Ends with an example, and names each option. */
  readonly help: string;
  readonly options: Options;
  /** Options that an earlier version had, and for each the sentence that names what takes its place. */
  readonly removed?: Readonly<Record<string, string>>;
  /** Whether arguments that are no options are allowed: files, or an address. */
  readonly takesPositionals?: boolean;
  /**
   * The work. Answers the exit status.
   * @throws UserError for what the user can mend; any other error is a bug
   */
  run(call: Call<Options>, context: CommandContext): Promise<number>;
}

export interface Call<Options extends OptionsConfig> {
  readonly values: Parsed<Options>['values'];
  readonly positionals: readonly string[];
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

type Parsed<Options extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>;

function parse<Options extends OptionsConfig>(argv: readonly string[], options: Options): Parsed<Options> {
  return parseArgs({ args: [...argv], options, allowPositionals: true });
}

function asksForHelp(argv: readonly string[]): boolean {
  const { values } = parseArgs({ args: [...argv], options: HELP, strict: false, allowPositionals: true });
  return values.help === true;
}

/** The frame that all commands share: options, `--help`, one sentence for a failure, the exit status. */
export function defineCommand<const Options extends OptionsConfig>({
  help,
  options,
  removed = {},
  takesPositionals = false,
  run,
}: Definition<Options>): Command {
  return (argv, context) =>
    exitStatus(async () => {
      checkArguments(argv, { ...options, ...HELP }, { removed, takesPositionals });
      if (asksForHelp(argv)) {
        context.stdout.write(help);
        return 0;
      }
      return run(parse(argv, options), context);
    }, context);
}

/** Runs a command's work and answers its exit status. An error that is no `UserError` is thrown on. */
async function exitStatus(work: () => Promise<number>, context: CommandContext): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    printError(error.message, context);
    return error.exitStatus;
  }
}

/** Says on standard error why a command failed, whatever `LOG_LEVEL` is; a line of JSON where logs are such lines. */
export function printError(message: string, { env, stderr }: Pick<CommandContext, 'env' | 'stderr'>): void {
  const write = (line: string) => stderr.write(line);
  if (env.LOG_FORMAT === 'json')
    createLogger({ logLevel: 'error', logFormat: 'json' }, write)({ kind: 'failed', message });
  else write(`${message}\n`);
}

/**
 * The configuration, and the log in the operator's format. What looks like a misspelt setting is warned about.
 * @param log where lines of the log go; standard output holds what a command is asked for
 * @throws SettingError
 */
export function setUp(
  { env, stderr }: CommandContext,
  log: NodeJS.WritableStream = stderr,
): { readonly config: Config; readonly observe: Observe } {
  const config = loadConfig(env);
  const observe = createLogger(config, (line) => log.write(line));
  for (const message of misspellingWarnings(env)) observe({ kind: 'warning', message });
  return { config, observe };
}

/** Long enough for a database that starts together with its users, as under Docker Compose. */
export const PATIENCE_SECONDS = 30;

/**
 * Milliseconds from an option `--NAME SECONDS`.
 * @throws UsageError
 */
export function secondsOf(option: string, value: string | undefined, bySeconds: number): number {
  if (value === undefined) return bySeconds * 1000;
  if (/^\d{1,5}$/.test(value)) return Number(value) * 1000;
  throw new UsageError(`${option} must be a whole number of seconds, not ${JSON.stringify(value)}.`);
}
