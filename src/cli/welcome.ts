import type { Config } from '../config';
import { type BindingName, ENDPOINT } from '../contract/bindings';
import type { Call } from '../contract/operations';
import { UserError } from '../lib/errors';
import { shellWord } from '../lib/text/messages';
import { fromUnixMs } from '../lib/time/range-unit';
import { knownZone, spanOfMonth } from '../lib/time/zones';
import { FORM_TYPE, requestBy, type UpstreamRequest } from '../recordings/upstream';
import type { Store } from '../store/event-store';
import type { Example } from '../store/queries/select-example';

/**
 * Returns the text that a start prints: the service's addresses, and a call for each binding.
 * @param root the site root under which clients reach the service
 */
export async function welcomeText(
  store: Pick<Store, 'example'>,
  config: Config,
  root: string,
): Promise<string> {
  const endpoint = root + ENDPOINT;
  const calls = await exampleCalls(store, config, endpoint);
  return `
Events Query Service: the same read-only operations over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST.

  WSDL      ${endpoint}?WSDL
  Help      ${endpoint}
  Calendar  ${root}/

${calls.join('\n')}

Ctrl+C stops the service.

`;
}

const IMPORT_EVENTS = 'events-query import --help shows how to import some';
const TEST_EVENTS = 'tests send them to test control on ADMIN_PORT (docs/testing.md)';

/** Returns example calls, or a sentence instead. If the database fails now, the service still runs. */
async function exampleCalls(
  store: Pick<Store, 'example'>,
  config: Config,
  endpoint: string,
): Promise<readonly string[]> {
  try {
    const example = await store.example(new Date(), config.timeZone);
    return example === undefined
      ? [`There are no events yet: ${config.testApi ? TEST_EVENTS : IMPORT_EVENTS}.`]
      : ['Example calls:', ...curlCalls(endpoint, config, example).map((call) => `  ${call}`)];
  } catch (error) {
    if (error instanceof UserError)
      return ['The database does not answer now: when it answers again, the help page shows example calls.'];
    throw error;
  }
}

/** Returns a curl command for each of the four bindings. */
export function curlCalls(
  endpoint: string,
  {
    serviceNamespace: namespace,
    rangeUnit,
    timeZone,
  }: Pick<Config, 'serviceNamespace' | 'rangeUnit' | 'timeZone'>,
  { month, year, id }: Example,
): readonly string[] {
  const { start, end } = spanOfMonth(year, month, knownZone(timeZone));
  const inUnit = (instant: number) => BigInt(fromUnixMs(instant, rangeUnit));
  const single: Call = { operation: 'SelectEvent', args: { intEventID: id, bolAsJSON: true } };
  const calls: readonly (readonly [BindingName, Call])[] = [
    ['httpget', { operation: 'SelectEvents', args: { month, year } }],
    ['httppost', single],
    ['soap11', { operation: 'SelectEventsRanged', args: { from: inUnit(start), to: inUnit(end) } }],
    ['soap12', single],
  ];
  return calls.map(([binding, call]) => curl(endpoint, requestBy(binding, call, namespace)));
}

function curl(endpoint: string, { rest, headers = {}, body }: UpstreamRequest): string {
  // curl adds the type of a form itself.
  const given = Object.entries(headers).filter(([, value]) => value !== FORM_TYPE);
  return [
    `curl ${shellWord(endpoint + rest)}`,
    ...given.map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shellWord(body.toString())}`]),
  ].join(' ');
}
