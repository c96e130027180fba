import type { Config } from '../config';
import { ENDPOINT } from '../contract/endpoint';
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
  const sample = await store.example(now, config.timeZone);
  const calls =
    sample === undefined
      ? ['There are no events yet: events-query import --help shows how to bring some in.']
      : ['Try it:', ...callsOf(endpoint, config, sample).map((call) => `  ${call}`)];
  return `
Events Query Service: one interface by SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST, read-only.

  WSDL      ${endpoint}?WSDL
  Help      ${endpoint}
  Calendar  ${root}/

${calls.join('\n')}

Ctrl+C stops it.

`;
}
