import { UsageError } from './usage';

/** Long enough for a database that starts together with its users, as under Docker Compose. */
const DEFAULT_SECONDS = 30;

/**
 * Milliseconds for which an unreachable database is tried again, from the option `--patience SECONDS`.
 * @throws UsageError
 */
export function patienceOf(option: string | undefined): number {
  if (option === undefined) return DEFAULT_SECONDS * 1000;
  if (!/^\d{1,5}$/.test(option)) {
    throw new UsageError(`--patience must be a whole number of seconds, not ${JSON.stringify(option)}`);
  }
  return Number(option) * 1000;
}
