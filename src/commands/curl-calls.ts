import type { Config } from '../config';
import { escapeXmlAttribute } from '../contract/escape';
import { actionBase } from '../contract/operations';
import { utcMidnight } from '../time/dates';
import { fromUnixMs } from '../time/range-unit';

/** A month that has events, and one of them. */
export interface Sample {
  readonly month: number;
  readonly year: number;
  readonly id: number;
}

/** One ready-to-paste call by each of the four bindings. */
export function callsOf(
  endpoint: string,
  { serviceNamespace: namespace, rangeUnit }: Pick<Config, 'serviceNamespace' | 'rangeUnit'>,
  { month, year, id }: Sample,
): readonly string[] {
  const [from, to] = [month, month + 1].map((one) => fromUnixMs(utcMidnight(year, one), rangeUnit));
  const range = `<from>${from}</from><to>${to}</to>`;
  const event = `<intEventID>${id}</intEventID><bolAsJSON>true</bolAsJSON>`;
  return [
    `curl ${quoted(`${endpoint}/SelectEvents?month=${month}&year=${year}`)}`,
    `curl ${quoted(`${endpoint}/SelectEvent`)} -d ${quoted(`intEventID=${id}&bolAsJSON=true`)}`,
    [
      `curl ${quoted(endpoint)} -H 'Content-Type: text/xml; charset=utf-8'`,
      `-H ${quoted(`SOAPAction: "${actionBase(namespace)}SelectEventsRanged"`)}`,
      `-d ${quoted(envelope('http://schemas.xmlsoap.org/soap/envelope/', element('SelectEventsRanged', namespace, range)))}`,
    ].join(' '),
    [
      `curl ${quoted(endpoint)} -H 'Content-Type: application/soap+xml; charset=utf-8'`,
      `-d ${quoted(envelope('http://www.w3.org/2003/05/soap-envelope', element('SelectEvent', namespace, event)))}`,
    ].join(' '),
  ];
}

function envelope(namespace: string, content: string): string {
  return `<s:Envelope xmlns:s="${namespace}"><s:Body>${content}</s:Body></s:Envelope>`;
}

function element(operation: string, namespace: string, parameters: string): string {
  return `<${operation} xmlns="${escapeXmlAttribute(namespace)}">${parameters}</${operation}>`;
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
