/** Defines settings. `setting` makes a setting from a name, a default, and a parser that checks the value. */
import { FORMAT_NAMES } from '../formats/built-in';
import { type FormatChoice, isFormatFile } from '../formats/open';
import { closest } from '../lib/suggest';
import { type Env, readEnv, readSecret, rejectValue } from './read-env';

/** Describes an environment variable for the tables in documents and for `events-query config --help`. */
export interface Variable {
  readonly name: string;
  /** These variables share the row of the variable `name`. */
  readonly also?: readonly string[];
  /** This is the default value, or a text that describes it. */
  readonly default: string;
  /** This is one line that says what the variable does and which values it allows. */
  readonly description: string;
  /** A secret may be read from the file that `NAME_FILE` names, and is never shown. */
  readonly secret?: boolean;
}

/** A setting reads and prints one member of `Config`. */
export interface Setting<Value> {
  /** The value is read from these variables, and shown with the name of the first. */
  readonly variables: readonly [Variable, ...Variable[]];
  /** Reads the value from the environment. @throws SettingError with a sentence for each value that is not allowed */
  read(env: Env): Value;
  /** Returns the value in the syntax of the variable. Secrets are masked, and an unset value is empty. */
  show(value: Value): string;
}

export const MASK = '********';

/**
 * Converts a variable's text to a value.
 * @throws SettingError if the text is not allowed
 */
type Parse<Value> = (text: string, name: string) => Value;

interface Options<Value> {
  /** An unset variable has this value. */
  readonly default?: string | number | boolean;
  /** The documents show this text instead of the default, such as `off`. */
  readonly unset?: string;
  readonly description: string;
  readonly secret?: boolean;
  readonly parse: Parse<Value>;
  readonly show?: (value: Value) => string;
}

/** Makes a setting of one variable. Without a default, the value is `undefined` if the variable is not set. */
export function setting<Value>(
  name: string,
  options: Options<Value> & { readonly default: string | number | boolean },
): Setting<Value>;
export function setting<Value>(name: string, options: Options<Value>): Setting<Value | undefined>;
export function setting<Value>(
  name: string,
  {
    default: fallback,
    unset = String(fallback ?? ''),
    description,
    secret = false,
    parse,
    show = secret ? () => MASK : String,
  }: Options<Value>,
): Setting<Value | undefined> {
  return {
    variables: [{ name, default: unset, description, secret }],
    read: (env) => {
      const text = (secret ? readSecret : readEnv)(env, name) ?? fallback;
      return text === undefined ? undefined : parse(String(text), name);
    },
    show: (value) => (value === undefined ? '' : show(value)),
  };
}

/** Accepts a whole number from `min` to `max`, both included. */
export function wholeNumber(min: number, max: number): Parse<number> {
  return (text, name) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max)) rejectValue(name, `a whole number from ${min} to ${max}`, text);
    return number;
  };
}

/** Accepts `true` and `false`, in lower case. */
export function bool(text: string, name: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return rejectValue(name, 'true or false', text, suggestBool(text));
}

function suggestBool(text: string): string | undefined {
  if (/^(1|on|yes|y)$/i.test(text)) return 'true';
  return /^(0|off|no|n)$/i.test(text) ? 'false' : closest(text, ['true', 'false']);
}

/** Accepts one of these words, in exactly this letter case. */
export function oneOf<const Choice extends string>(choices: readonly Choice[]): Parse<Choice> {
  return (text, name) => {
    const found = choices.find((one) => one === text);
    return found ?? rejectValue(name, `one of ${choices.join(', ')}`, text, closest(text, choices));
  };
}

/** Accepts the name of a result format or `file:PATH`. The service reads the file when it starts. */
export function formatChoice(text: string, name: string): FormatChoice {
  const found = FORMAT_NAMES.find((one) => one === text);
  if (found !== undefined) return found;
  if (isFormatFile(text)) return text;
  const allowed = `one of ${FORMAT_NAMES.join(', ')}, or file: and the path of a format file`;
  return rejectValue(name, allowed, text, closest(text, FORMAT_NAMES));
}

/** Accepts a comma-separated list. White space around items and empty items are dropped. */
export function listOf<Item>(parse: Parse<Item>): Parse<readonly Item[]> {
  return (text, name) => itemsOf(text).map((item) => parse(item, name));
}

export function itemsOf(value: string): readonly string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
