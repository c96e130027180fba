import type { Config } from '../config';
import type { OperationName } from '../contract/operations';
import { envelopeLines, soapHeaders } from '../contract/soap-request';
import type { SoapVersion } from '../contract/soap-version';
import { shellWord } from '../lib/text/shell';
import { fromUnixMs } from '../lib/time/range-unit';
import { knownZone, spanOfMonth } from '../lib/time/zones';
import type { Example } from '../store/queries/select-example';

/** One ready-to-paste call by each of the four bindings. */
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
