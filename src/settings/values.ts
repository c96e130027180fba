/**
 * Readers of single values from the environment. Each answers a typed value or throws a `SettingError` whose
 * message is one sentence: the variable, what is allowed, what was given.
 */

/** A setting that can't be used. Its message is complete and fit for a user. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Set and not blank: an empty variable in a compose file means "not set". */
export function given(env: Env, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

export function refuse(name: string, allowed: string, value: string): never {
  throw new SettingError(`${name} must be ${allowed}, not ${JSON.stringify(value)}`);
}

export function text(env: Env, name: string, fallback: string): string {
  return given(env, name) ?? fallback;
}

export function wholeNumber<Fallback extends number | undefined>(
  env: Env,
  name: string,
  { min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: Fallback },
): number | Fallback {
  const value = given(env, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) refuse(name, `a whole number from ${min} to ${max}`, value);
  return number;
}

export function flag(env: Env, name: string, fallback: boolean): boolean {
  const value = given(env, name);
  if (value === undefined) return fallback;
  if (value === 'true') return true;
  if (value === 'false') return false;
  return refuse(name, 'true or false', value);
}

export function choice<const Choice extends string>(
  env: Env,
  name: string,
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
): Choice {
  const value = given(env, name);
  if (value === undefined) return fallback;
  const found = choices.find((one) => one === value);
  return found ?? refuse(name, `one of ${choices.join(', ')}`, value);
}

/** Comma-separated, outer blanks removed, empty items dropped. */
export function list(env: Env, name: string, fallback: readonly string[]): readonly string[] {
  const value = given(env, name);
  if (value === undefined) return fallback;
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
