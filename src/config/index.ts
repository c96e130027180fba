import { type Env, readEnv, SettingError } from './read-env';
import { REMOVED_SETTINGS } from './removed';
import { type Config, SETTINGS } from './table';

export type { Config };

/**
 * Reads the configuration from environment variables. A fixed seam: tools outside hold on to its name and shape.
 * @throws SettingError with a sentence for each value that is not allowed
 */
export function loadConfig(env: Env): Config {
  const sentences: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, setting]) => {
    try {
      return [name, setting.read(env)];
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      sentences.push(error.message);
      return [name, undefined];
    }
  });
  // The one cast of the table: Object.fromEntries forgets which name has which type.
  const config = Object.fromEntries(entries) as Config;
  sentences.push(...contradictions(config, env));
  for (const [name, sentence] of REMOVED_SETTINGS)
    if (readEnv(env, name) !== undefined) sentences.push(sentence);
  if (sentences.length > 0) throw new SettingError(...sentences);
  return config;
}

/**
 * Values that are allowed alone and not together. What was refused already is `undefined` here, and contradicts
 * nothing.
 */
function contradictions(config: Partial<Config>, env: Env): string[] {
  const sentences: string[] = [];
  const { host, port, adminHost, adminPort, testApi } = config;
  if (port !== undefined && port !== 0 && adminPort === port && adminHost === host) {
    sentences.push(`ADMIN_PORT must be another port than PORT, not ${adminPort} too`);
  }
  if (testApi && adminPort === undefined && readEnv(env, 'ADMIN_PORT') === undefined)
    sentences.push('TEST_API needs ADMIN_PORT: test control is answered on the admin port only');
  return sentences;
}
