import type { Config } from '../config';
import { ENDPOINT } from '../contract/endpoint';
import type { EventsPortType } from '../contract/operations';
import { EventService } from '../service/event-service';
import type { EventStore } from '../store/event-store';
import { callsOf, type Sample } from './curl-calls';

/**
 * What the service is and how to use it: its addresses, and a call by each binding whose answer holds an event.
 * @param root the site root by which the service is reached
 */
export async function welcome(
  store: EventStore,
  config: Config,
  root: string,
  now = new Date(),
): Promise<string> {
  const endpoint = root + ENDPOINT;
  const sample = await findSample(store, config, now);
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

/** Years 1 to 9999, counted in months from January of the year 0. */
const FIRST_MONTH = 12;
const END_MONTH = 120_000;

/** The current month, else the next that has events, else the last one before. */
async function findSample(store: EventStore, config: Config, now: Date): Promise<Sample | undefined> {
  const settings = {
    ...config,
    listFormat: 'json',
    eventJsonFormat: 'json',
    eventTextFormat: 'json',
    rangeUnit: 'unix-ms',
  } as const;
  const service = new EventService(store, settings);
  const probe = new EventService(store, { ...settings, maxEvents: 1 });
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return (
    (await sampleOf(service, current)) ??
    (await sampleOf(service, await nextBusyMonth(probe, current))) ??
    (await sampleOf(service, await lastBusyMonth(probe, current)))
  );
}

async function sampleOf(service: EventsPortType, index: number): Promise<Sample | undefined> {
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1];
  // More events than a result may hold: rather no example than one that faults.
  const json = await service.selectEvents(month, year).catch(() => '[]');
  const [event] = JSON.parse(json ?? '[]') as { readonly id: number }[];
  return event && { month, year, id: event.id };
}

/** The earliest month from `start` on by whose end there is an event, found by halving. */
async function nextBusyMonth(probe: EventsPortType, start: number): Promise<number> {
  let [low, high] = [start, END_MONTH - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await hasEvents(probe, start, middle + 1)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The latest month before `end` from whose beginning there is an event. */
async function lastBusyMonth(probe: EventsPortType, end: number): Promise<number> {
  let [low, high] = [FIRST_MONTH, end];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await hasEvents(probe, middle, end)) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function hasEvents(probe: EventsPortType, fromMonth: number, toMonth: number): Promise<boolean> {
  const [from, to] = [fromMonth, toMonth].map(startOf);
  // More than one event is a fault to the probe: then there are some.
  return (await probe.selectEventsRanged(from ?? 0n, to ?? 0n).catch(() => 'some')) !== '[]';
}

/** Milliseconds since 1970; `Date.UTC` reads the years 0 to 99 as 1900 to 1999. */
function startOf(index: number): bigint {
  return BigInt(new Date(0).setUTCFullYear(Math.floor(index / 12), index % 12, 1));
}
