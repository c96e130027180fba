import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../errors';
import { closest } from '../settings/nearest';

/** As `parseArgs` takes them: by name, whether a value follows. */
export type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/**
 * Holds a command line against the options of a command, in sentences of our own: Node's hold advice in several.
 * @throws UsageError
 */
export function checkArguments(
  argv: readonly string[],
  options: OptionsConfig,
  takesPositionals: boolean,
): void {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional' && !takesPositionals) {
      throw new UsageError(`Unexpected argument '${token.value}': there are only options.`);
    }
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw unknownOption(token.rawName, Object.keys(options));
    if (option.type === 'boolean' && token.value !== undefined)
      throw new UsageError(`Option '${token.rawName}' takes no value.`);
    const isMissing = token.value === undefined || (!token.inlineValue && /^-./.test(token.value));
    if (option.type === 'string' && isMissing)
      throw new UsageError(`Option '${token.rawName}' needs a value, and none is given.`);
  }
}

function unknownOption(given: string, names: readonly string[]): UsageError {
  const meant = closest(given.replace(/^-+/, ''), names);
  return new UsageError(
    meant === undefined
      ? `Unknown option '${given}'.`
      : `Unknown option '${given}': did you mean --${meant}?`,
  );
}
