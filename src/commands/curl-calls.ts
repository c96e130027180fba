import type { Config } from '../config';
import type { OperationName } from '../contract/operations';
import { envelopeLines, soapHeaders } from '../contract/soap-request';
import type { SoapVersion } from '../contract/soap-version';
import type { Example } from '../store/queries/select-example';
import { utcMidnight } from '../time/dates';
import { fromUnixMs } from '../time/range-unit';

/** One ready-to-paste call by each of the four bindings. */
export function callsOf(
  endpoint: string,
  { serviceNamespace: namespace, rangeUnit }: Pick<Config, 'serviceNamespace' | 'rangeUnit'>,
  { month, year, id }: Example,
): readonly string[] {
  const [from, to] = [month, month + 1].map((one) => fromUnixMs(utcMidnight(year, one), rangeUnit));
  const soap = (version: SoapVersion, operation: OperationName, args: Readonly<Record<string, unknown>>) =>
    curlSoap({ endpoint, namespace, version, operation, args });
  return [
    `curl ${quoted(`${endpoint}/SelectEvents?month=${month}&year=${year}`)}`,
    `curl ${quoted(`${endpoint}/SelectEvent`)} -d ${quoted(`intEventID=${id}&bolAsJSON=true`)}`,
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
    `curl ${quoted(endpoint)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `-d ${quoted(lines.flatMap(({ pieces }) => pieces).join(''))}`,
  ].join(' ');
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
