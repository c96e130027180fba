import { readFileSync } from 'node:fs';
import { readFailure, UserError } from '../lib/errors';

/** Settings that can't be used, each told by a sentence: the variable, what is allowed, what was given. */
export class SettingError extends UserError {
  override readonly name = 'SettingError';

  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Set and not blank: an empty variable in a compose file means "not set". */
export function readEnv(env: Env, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

/** @throws SettingError */
export function rejectValue(name: string, allowed: string, value: string, meant?: string): never {
  const question = meant === undefined ? '' : `: did you mean ${meant}?`;
  throw new SettingError(`${name} must be ${allowed}, not ${JSON.stringify(value)}${question}`);
}

/**
 * A secret, or what the file holds that `NAME_FILE` names, as Docker's and Kubernetes' secrets come; the line's end
 * that editors leave is no part of it.
 * @throws SettingError, without a word of the secret
 */
export function readSecret(env: Env, name: string): string | undefined {
  const value = readEnv(env, name);
  const fileName = `${name}_FILE`;
  const file = readEnv(env, fileName);
  if (file === undefined) return value;
  if (value !== undefined) throw new SettingError(`${name} and ${fileName} exclude each other`);
  const secret = contentOf(file, fileName).replace(/\r?\n$/, '');
  if (secret === '')
    throw new SettingError(`${fileName} names the file ${JSON.stringify(file)}, which is empty`);
  return secret;
}

function contentOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingError(
      `${name} names ${JSON.stringify(file)}, which can't be read: ${readFailure(error)}`,
    );
  }
}
