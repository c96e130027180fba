/** The kinds of settings: each makes a setting of one variable from its name, its default and what is allowed. */
import { FORMAT_NAMES, type FormatName } from '../formats/built-in';
import { type FormatChoice, isFormatFile } from '../formats/open';
import { closest } from '../lib/suggest';
import { readEnv, readSecret, rejectValue } from './read-env';
import { MASK, type Setting } from './setting';

interface Told {
  /** One line: what it is for and what is allowed. */
  readonly about: string;
  /** What stands for the default where that is no value, as `off`. */
  readonly unset?: string;
}

/** Any text, or what `parse` takes of it. */
export function text(
  name: string,
  { byDefault, about, parse = same }: Told & { readonly byDefault: string; parse?(text: string): string },
): Setting<string> {
  return {
    variables: [{ name, byDefault, about }],
    read: (env) => parse(readEnv(env, name) ?? byDefault),
    show: same,
  };
}

export function secret(name: string, { about }: Told): Setting<string | undefined> {
  return {
    variables: [{ name, byDefault: '', about, secret: true }],
    read: (env) => readSecret(env, name),
    show: (value) => (value === undefined ? '' : MASK),
  };
}

/** Both bounds are allowed. */
export function wholeNumber<Default extends number | undefined>(
  name: string,
  {
    min,
    max,
    byDefault,
    about,
    unset = '',
  }: Told & { readonly min: number; readonly max: number; readonly byDefault: Default },
): Setting<number | Default> {
  return {
    variables: [{ name, byDefault: String(byDefault ?? unset), about }],
    read: (env) => {
      const value = readEnv(env, name);
      if (value === undefined) return byDefault;
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= min && number <= max)) rejectValue(name, `a whole number from ${min} to ${max}`, value);
      return number;
    },
    show: (value) => String(value ?? ''),
  };
}

export function flag(
  name: string,
  { byDefault, about }: Told & { readonly byDefault: boolean },
): Setting<boolean> {
  return {
    variables: [{ name, byDefault: String(byDefault), about }],
    read: (env) => {
      const value = readEnv(env, name) ?? String(byDefault);
      if (value === 'true' || value === 'false') return value === 'true';
      return rejectValue(name, 'true or false', value, meantFlag(value));
    },
    show: String,
  };
}

function meantFlag(value: string): string | undefined {
  if (/^(1|on|yes|y)$/i.test(value)) return 'true';
  return /^(0|off|no|n)$/i.test(value) ? 'false' : closest(value, ['true', 'false']);
}

export function choice<const Choice extends string>(
  name: string,
  {
    choices,
    byDefault,
    about,
  }: Told & { readonly choices: readonly Choice[]; readonly byDefault: NoInfer<Choice> },
): Setting<Choice> {
  return {
    variables: [{ name, byDefault, about }],
    read: (env) => {
      const value = readEnv(env, name) ?? byDefault;
      const found = choices.find((one) => one === value);
      return found ?? rejectValue(name, `one of ${choices.join(', ')}`, value, closest(value, choices));
    },
    show: same,
  };
}

/** A result format by its name, or `file:PATH`. The file itself is read at the start of the service. */
export function format(
  name: string,
  { byDefault, about }: Told & { readonly byDefault: FormatName },
): Setting<FormatChoice> {
  return {
    variables: [{ name, byDefault, about }],
    read: (env) => {
      const value = readEnv(env, name) ?? byDefault;
      const found = FORMAT_NAMES.find((one) => one === value);
      if (found !== undefined) return found;
      if (isFormatFile(value)) return value;
      const allowed = `one of ${FORMAT_NAMES.join(', ')}, or file: and the path of a format file`;
      return rejectValue(name, allowed, value, closest(value, FORMAT_NAMES));
    },
    show: same,
  };
}

/** Comma-separated, outer blanks removed, empty items dropped; nothing unless it is set. */
export function list<Item = string>(
  name: string,
  { about, unset = '', parse, show }: Told & { parse(item: string): Item; show(item: Item): string },
): Setting<readonly Item[]> {
  return {
    variables: [{ name, byDefault: unset, about }],
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
