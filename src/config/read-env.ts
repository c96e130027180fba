import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { readFailure, UserError } from '../lib/errors';

/** This error is thrown if settings have invalid values. Each line names a variable, what it allows and its value. */
export class SettingError extends UserError {
  override readonly name = 'SettingError';

  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Reads a variable. A blank value counts as unset, because compose files can't omit a variable. */
export function readEnv(env: Env, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

/** Throws a SettingError. Its sentence ends with the suggestion, if there is one. */
export function rejectValue(name: string, allowed: string, value: string, suggestion?: string): never {
  const question = suggestion === undefined ? '' : `: did you mean ${suggestion}?`;
  throw new SettingError(`${name} must be ${allowed}, not ${JSON.stringify(value)}${question}`);
}

/**
 * Reads a secret from the variable, or from the file that `NAME_FILE` names, as Docker and Kubernetes mount secrets.
 * A line break at the end of the file is removed, because editors add one, and so is a byte order mark.
 * @throws SettingError if the file can't be read or is not text; its message never contains the secret
 */
export function readSecret(env: Env, name: string): string | undefined {
  const value = readEnv(env, name);
  const fileName = `${name}_FILE`;
  const file = readEnv(env, fileName);
  if (file === undefined) return value;
  if (value !== undefined) throw new SettingError(`${name} and ${fileName} are both set: use one of them`);
  const bytes = readSecretFile(file, fileName);
  // Postgres accepts no NUL byte. A file in UTF-16 has a NUL byte in each ASCII character.
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new SettingError(`${fileName} names the file ${JSON.stringify(file)}, which is not UTF-8 text`);
  const secret = bytes.toString().replace(/^\ufeff|\r?\n$/g, '');
  if (secret === '')
    throw new SettingError(`${fileName} names the file ${JSON.stringify(file)}, which is empty`);
  return secret;
}

function readSecretFile(file: string, name: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new SettingError(
      `${name} names ${JSON.stringify(file)}, which can't be read: ${readFailure(error)}`,
    );
  }
}
