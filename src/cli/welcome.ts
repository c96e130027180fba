import type { Config } from '../config';
import { ENDPOINT } from '../contract/endpoint';
import type { OperationName } from '../contract/operations';
import { envelopeLines, soapHeaders } from '../contract/soap-request';
import type { SoapVersion } from '../contract/soap-version';
import { UserError } from '../lib/errors';
import { shellWord } from '../lib/text/shell';
import { fromUnixMs } from '../lib/time/range-unit';
import { knownZone, spanOfMonth } from '../lib/time/zones';
import type { Store } from '../store/event-store';
import type { Example } from '../store/queries/select-example';

/**
 * Returns the text that a start prints: the service's addresses, and a call for each binding.
 * @param root the site root under which clients reach the service
 */
export async function welcome(store: Pick<Store, 'example'>, config: Config, root: string): Promise<string> {
  const endpoint = root + ENDPOINT;
  const calls = await exampleCalls(store, config, endpoint);
  return `
Events Query Service: one interface over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST, read-only.

  WSDL      ${endpoint}?WSDL
  Help      ${endpoint}
  Calendar  ${root}/

${calls.join('\n')}

Ctrl+C stops it.

`;
}

const IMPORT_EVENTS = 'events-query import --help shows how to import some';
const TEST_EVENTS = 'tests send them to test control on ADMIN_PORT (docs/testing.md)';

/** Returns example calls, or a sentence instead. If the database fails now, the service runs all the same. */
async function exampleCalls(
  store: Pick<Store, 'example'>,
  config: Config,
  endpoint: string,
): Promise<readonly string[]> {
  try {
    const example = await store.example(new Date(), config.timeZone);
    return example === undefined
      ? [`There are no events yet: ${config.testApi ? TEST_EVENTS : IMPORT_EVENTS}.`]
      : ['Try it:', ...callsOf(endpoint, config, example).map((call) => `  ${call}`)];
  } catch (error) {
    if (error instanceof UserError)
      return ['The database does not answer now; the help page shows calls when it is back.'];
    throw error;
  }
}

/** Returns a curl command for each of the four bindings. */
export function callsOf(
  endpoint: string,
  {
    serviceNamespace: namespace,
    rangeUnit,
    timeZone,
  }: Pick<Config, 'serviceNamespace' | 'rangeUnit' | 'timeZone'>,
  { month, year, id }: Example,
): readonly string[] {
  const { start, end } = spanOfMonth(year, month, knownZone(timeZone));
  const [from, to] = [start, end].map((instant) => fromUnixMs(instant, rangeUnit));
  const soap = (version: SoapVersion, operation: OperationName, args: Readonly<Record<string, unknown>>) =>
    curlSoap({ endpoint, namespace, version, operation, args });
  return [
    `curl ${shellWord(`${endpoint}/SelectEvents?month=${month}&year=${year}`)}`,
    `curl ${shellWord(`${endpoint}/SelectEvent`)} -d ${shellWord(`intEventID=${id}&bolAsJSON=true`)}`,
    soap('1.1', 'SelectEventsRanged', { from, to }),
    soap('1.2', 'SelectEvent', { intEventID: id, bolAsJSON: true }),
  ];
}

interface SoapCall {
  readonly endpoint: string;
  readonly namespace: string;
  readonly version: SoapVersion;
  readonly operation: OperationName;
  readonly args: Readonly<Record<string, unknown>>;
}

function curlSoap({ endpoint, namespace, version, operation, args }: SoapCall): string {
  const headers = Object.entries(soapHeaders(version, namespace, operation));
  const parts = Object.entries(args).map(([name, value]) => ({ name, content: String(value) }));
  const lines = envelopeLines({ version, namespace, wrapper: operation, parts });
  return [
    `curl ${shellWord(endpoint)}`,
    ...headers.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    `-d ${shellWord(lines.flatMap(({ pieces }) => pieces).join(''))}`,
  ].join(' ');
}
