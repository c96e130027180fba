import type { Env } from './read-env';

/** An environment variable as README's table and `events-query config --help` have it. */
export interface Variable {
  readonly name: string;
  /** Further variables that the same row describes. */
  readonly also?: readonly string[];
  /** What counts when it is not set, in words where it is no value. */
  readonly byDefault: string;
  /** One line: what it is for and what is allowed. */
  readonly about: string;
  /** A secret may come from the file that `NAME_FILE` names, and is never shown. */
  readonly secret?: boolean;
}

/** A member of `Config`: how it is read from the environment, and what is said about it. */
export interface Setting<Value> {
  /** The variables it is read from; it is shown by the name of the first. */
  readonly variables: readonly [Variable, ...Variable[]];
  /** @throws SettingError with a sentence for each value that is not allowed */
  read(env: Env): Value;
  /** The effective value as the variable would be given; secrets masked, empty where nothing is set. */
  show(value: Value): string;
}

/** Shown in the place of a secret. */
export const MASK = '********';
