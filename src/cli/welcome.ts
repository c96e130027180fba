import type { Config } from '../config';
import { ENDPOINT } from '../contract/endpoint';
import { StoreBusyError, StoreUnavailableError } from '../store/errors';
import type { Store } from '../store/event-store';
import { callsOf } from './curl-calls';

/**
 * What the service is and how to use it: its addresses, and a call by each binding whose answer holds an event.
 * @param root the site root by which the service is reached
 */
export async function welcome(
  store: Pick<Store, 'example'>,
  config: Config,
  root: string,
  now = new Date(),
): Promise<string> {
  const endpoint = root + ENDPOINT;
  const calls = await proposals(store, config, endpoint, now);
  return `
Events Query Service: one interface by SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST, read-only.

  WSDL      ${endpoint}?WSDL
  Help      ${endpoint}
  Calendar  ${root}/

${calls.join('\n')}

Ctrl+C stops it.

`;
}

/** The service is up already: a database that has gone since is no reason to end it. */
async function proposals(
  store: Pick<Store, 'example'>,
  config: Config,
  endpoint: string,
  now: Date,
): Promise<readonly string[]> {
  try {
    const sample = await store.example(now, config.timeZone);
    return sample === undefined
      ? ['There are no events yet: events-query import --help shows how to bring some in.']
      : ['Try it:', ...callsOf(endpoint, config, sample).map((call) => `  ${call}`)];
  } catch (error) {
    if (error instanceof StoreUnavailableError || error instanceof StoreBusyError)
      return ['The database is away at the moment; the help page proposes calls when it is back.'];
    throw error;
  }
}
