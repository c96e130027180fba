import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../lib/errors';
import { closest } from '../lib/suggest';

export type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

export type Arguments<Options extends OptionsConfig> = Pick<
  ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>,
  'values' | 'positionals'
>;

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * Parses a command line. Mistakes are detected here, because Node's own messages are several sentences long.
 * @param ofCommand the options of the command, to which `--help` is added
 * @param removed maps options of earlier versions to sentences that name their replacements
 * @throws UsageError if the command line is wrong
 */
export function parseArguments<const Options extends OptionsConfig>(
  argv: readonly string[],
  ofCommand: Options,
  removed: Readonly<Record<string, string>>,
  takesPositionals: boolean,
): Arguments<Options> & { readonly asksForHelp: boolean } {
  const options: OptionsConfig = { ...ofCommand, ...HELP };
  const { tokens, values, positionals } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    tokens: true,
  });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional') checkPositional(token.value, takesPositionals);
    if (token.kind !== 'option') continue;
    if (Object.hasOwn(removed, token.name)) throw new UsageError(removed[token.name] ?? '');
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw unknownOption(token.rawName, Object.keys(options));
    checkValue(option.type, token.rawName, token.value, token.inlineValue === true);
    if (option.type === 'string' && option.multiple !== true && seen.has(token.name))
      throw new UsageError(`Option '${token.rawName}' is given twice: give it once.`);
    seen.add(token.name);
  }
  // The cast is safe: after the checks the values have the types of a strict parse.
  const parsed = { values, positionals } as Arguments<Options>;
  return { ...parsed, asksForHelp: values.help === true };
}

function checkPositional(value: string, takesPositionals: boolean): void {
  if (!takesPositionals)
    throw new UsageError(`Unexpected argument '${value}': this command takes only options.`);
  // An empty argument is probably an unset shell variable.
  if (value === '') throw new UsageError('An argument is empty: give a value, or leave the argument out.');
}

function checkValue(
  type: 'string' | 'boolean',
  rawName: string,
  value: string | undefined,
  isInline: boolean,
): void {
  if (type === 'boolean') {
    if (value !== undefined) throw new UsageError(`Option '${rawName}' takes no value.`);
    return;
  }
  if (!value) throw new UsageError(`Option '${rawName}' needs a value.`);
  if (!isInline && /^-./.test(value))
    throw new UsageError(
      `Option '${rawName}' needs a value, and '${value}' looks like another option: if '${value}' is the value, write '${rawName}=${value}'.`,
    );
}

function unknownOption(rawName: string, names: readonly string[]): UsageError {
  const suggestion = closest(rawName.replace(/^-+/, ''), names);
  return new UsageError(
    suggestion === undefined
      ? `Unknown option '${rawName}'.`
      : `Unknown option '${rawName}': did you mean --${suggestion}?`,
  );
}

/**
 * Reads an option whose value is one of a few words.
 * @throws UsageError for any other value
 */
export function choiceOf<const Choice extends string>(
  option: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  throw wrongValue(option, `one of ${choices.join(', ')}`, value);
}

/**
 * Reads an option whose value is a whole number from `min` to `max`, both included.
 * @throws UsageError for any other value
 */
export function wholeNumberOf(option: string, value: string, min: number, max: number): number {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw wrongValue(option, `a whole number from ${min} to ${max}`, value);
}

export function wrongValue(option: string, allowed: string, value: string): UsageError {
  return new UsageError(`${option} must be ${allowed}, not ${JSON.stringify(value)}.`);
}
