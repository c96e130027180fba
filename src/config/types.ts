/** Makes settings. Each function makes one type from a name, a default and what it allows. */
import { FORMAT_NAMES, type FormatName } from '../formats/built-in';
import { type FormatChoice, isFormatFile } from '../formats/open';
import { closest } from '../lib/suggest';
import { type Env, readEnv, readSecret, rejectValue } from './read-env';

/** The documents' tables and `events-query config --help` show an environment variable by these members. */
export interface Variable {
  readonly name: string;
  /** The same row describes these variables too. */
  readonly also?: readonly string[];
  /** The default is a value, or words if an unset variable has no value. */
  readonly default: string;
  /** One line says what the variable is for and what it allows. */
  readonly description: string;
  /** A secret may come from the file that `NAME_FILE` names, and is never shown. */
  readonly secret?: boolean;
}

/** A setting reads and prints one member of `Config`. */
export interface Setting<Value> {
  /** It is read from these variables, and shown under the name of the first. */
  readonly variables: readonly [Variable, ...Variable[]];
  /** @throws SettingError with a sentence for each value that is not allowed */
  read(env: Env): Value;
  /** Returns the value in the form in which the variable is set. Secrets are masked, and an unset value is empty. */
  show(value: Value): string;
}

/** The mask replaces a secret wherever settings are shown. */
export const MASK = '********';

interface Description {
  readonly description: string;
  /** These words replace a default that is no value, such as `off`. */
  readonly unset?: string;
}

/** Makes a setting whose text is checked and rewritten by `parse`. */
export function text(
  name: string,
  {
    default: fallback,
    description,
    parse = same,
  }: Description & { readonly default: string; parse?(text: string): string },
): Setting<string> {
  return {
    variables: [{ name, default: fallback, description }],
    read: (env) => parse(readEnv(env, name) ?? fallback),
    show: same,
  };
}

export function secret(name: string, { description }: Description): Setting<string | undefined> {
  return {
    variables: [{ name, default: '', description, secret: true }],
    read: (env) => readSecret(env, name),
    show: (value) => (value === undefined ? '' : MASK),
  };
}

/** Makes a setting that is a whole number from `min` to `max`, both included. */
export function wholeNumber<Default extends number | undefined>(
  name: string,
  {
    min,
    max,
    default: fallback,
    description,
    unset = '',
  }: Description & { readonly min: number; readonly max: number; readonly default: Default },
): Setting<number | Default> {
  return {
    variables: [{ name, default: String(fallback ?? unset), description }],
    read: (env) => {
      const value = readEnv(env, name);
      if (value === undefined) return fallback;
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max)) rejectValue(name, `a whole number from ${min} to ${max}`, value);
      return number;
    },
    show: (value) => String(value ?? ''),
  };
}

export function flag(
  name: string,
  { default: fallback, description }: Description & { readonly default: boolean },
): Setting<boolean> {
  return {
    variables: [{ name, default: String(fallback), description }],
    read: (env) => {
      const value = readEnv(env, name) ?? String(fallback);
      if (value === 'true' || value === 'false') return value === 'true';
      return rejectValue(name, 'true or false', value, suggestFlag(value));
    },
    show: String,
  };
}

function suggestFlag(value: string): string | undefined {
  if (/^(1|on|yes|y)$/i.test(value)) return 'true';
  return /^(0|off|no|n)$/i.test(value) ? 'false' : closest(value, ['true', 'false']);
}

export function choice<const Choice extends string>(
  name: string,
  {
    choices,
    default: fallback,
    description,
  }: Description & { readonly choices: readonly Choice[]; readonly default: NoInfer<Choice> },
): Setting<Choice> {
  return {
    variables: [{ name, default: fallback, description }],
    read: (env) => {
      const value = readEnv(env, name) ?? fallback;
      const found = choices.find((one) => one === value);
      return found ?? rejectValue(name, `one of ${choices.join(', ')}`, value, closest(value, choices));
    },
    show: same,
  };
}

/** Makes a setting that is the name of a result format or `file:PATH`. The service reads the file when it starts. */
export function format(
  name: string,
  { default: fallback, description }: Description & { readonly default: FormatName },
): Setting<FormatChoice> {
  return {
    variables: [{ name, default: fallback, description }],
    read: (env) => {
      const value = readEnv(env, name) ?? fallback;
      const found = FORMAT_NAMES.find((one) => one === value);
      if (found !== undefined) return found;
      if (isFormatFile(value)) return value;
      const allowed = `one of ${FORMAT_NAMES.join(', ')}, or file: and the path of a format file`;
      return rejectValue(name, allowed, value, closest(value, FORMAT_NAMES));
    },
    show: same,
  };
}

/** Makes a setting that is a comma-separated list. Blanks around items and empty items are dropped. */
export function list<Item = string>(
  name: string,
  {
    description,
    unset = '',
    parse,
    show,
  }: Description & { parse(item: string): Item; show(item: Item): string },
): Setting<readonly Item[]> {
  return {
    variables: [{ name, default: unset, description }],
    read: (env) => itemsOf(readEnv(env, name) ?? '').map(parse),
    show: (items) => items.map(show).join(','),
  };
}

export function itemsOf(value: string): readonly string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function same(value: string): string {
  return value;
}
