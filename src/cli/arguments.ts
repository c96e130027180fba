import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../lib/errors';
import { closest } from '../lib/suggest';

/** A command's options in the form of `parseArgs`. */
export type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/**
 * Checks a command line against a command's options. Node's own messages are several sentences of advice.
 * @throws UsageError
 */
export function checkArguments(
  argv: readonly string[],
  options: OptionsConfig,
  {
    removed = {},
    takesPositionals,
  }: { readonly removed?: Readonly<Record<string, string>>; readonly takesPositionals: boolean },
): void {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind === 'positional' && !takesPositionals) {
      throw new UsageError(`Unexpected argument '${token.value}': there are only options.`);
    }
    // An empty argument comes from an unset shell variable.
    if (token.kind === 'positional' && token.value === '')
      throw new UsageError('An argument is empty: give a value, or leave it out.');
    if (token.kind !== 'option') continue;
    if (Object.hasOwn(removed, token.name)) throw new UsageError(removed[token.name] ?? '');
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw unknownOption(token.rawName, Object.keys(options));
    if (option.type === 'boolean' && token.value !== undefined)
      throw new UsageError(`Option '${token.rawName}' takes no value.`);
    if (option.type === 'string' && !token.value)
      throw new UsageError(`Option '${token.rawName}' needs a value.`);
    if (option.type === 'string' && !token.inlineValue && /^-./.test(token.value ?? ''))
      throw new UsageError(
        `Option '${token.rawName}' needs a value, and '${token.value}' looks like another option: to pass it as the value, write '${token.rawName}=${token.value}'.`,
      );
    if (option.type === 'string' && option.multiple !== true && seen.has(token.name))
      throw new UsageError(`Option '${token.rawName}' is given twice: give it once.`);
    seen.add(token.name);
  }
}

function unknownOption(rawName: string, names: readonly string[]): UsageError {
  const suggestion = closest(rawName.replace(/^-+/, ''), names);
  return new UsageError(
    suggestion === undefined
      ? `Unknown option '${rawName}'.`
      : `Unknown option '${rawName}': did you mean --${suggestion}?`,
  );
}
