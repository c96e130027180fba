/** Writers and readers at once: is any answer older than a commit that was acknowledged before its call began? */
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './load/connection';
import type { Call } from './load/question';
import { type Binding, requestOf } from './load/request';

export const WATCHED_EVENTS = 40;
const FIRST_ID = 1;
const MONTH = { month: 5, year: 2030 };
const MONTH_FROM = Date.UTC(MONTH.year, MONTH.month - 1);
const MONTH_TO = Date.UTC(MONTH.year, MONTH.month);

const READERS = 12;
const WRITERS = 4;
/** Between two writes of a writer, so that there are hits to be stale. */
const PAUSE_MS = 3;

/** The events that the writers change: all in one month, their version in the title. */
export function* watchedEvents(): Generator<object> {
  for (let index = 0; index < WATCHED_EVENTS; index++) {
    const start = new Date(MONTH_FROM + index * 3_600_000).toISOString();
    yield { id: FIRST_ID + index, title: titleOf(0), start };
  }
}

export const titleOf = (version: number): string => `version ${version}`;

export const versionOf = (title: string): number => Number(title.slice('version '.length));

export interface FreshOptions {
  readonly port: number;
  readonly milliseconds: number;
  /** Resolves when the commit is acknowledged. */
  write(id: number, title: string): Promise<unknown>;
  /** The versions that a call which begins now must at least show, by id; what the writers know, unless given. */
  floor?(): Promise<ReadonlyMap<number, number>>;
}

export interface FreshOutcome {
  readonly calls: number;
  readonly commits: number;
  readonly stale: number;
  readonly firstStale?: string;
}

/** @throws Error when a call fails or an answer does not hold the events */
export async function watchFreshness(options: FreshOptions): Promise<FreshOutcome> {
  const committed = new Map<number, number>();
  const floor = options.floor ?? (async () => new Map(committed));
  const stale: string[] = [];
  let calls = 0;
  let commits = 0;
  const end = performance.now() + options.milliseconds;

  const write = async (writer: number): Promise<void> => {
    for (let version = 1; performance.now() < end; version++) {
      const id = FIRST_ID + ((version * WRITERS + writer) % WATCHED_EVENTS);
      await options.write(id, titleOf(version));
      committed.set(id, version);
      commits += 1;
      await sleep(PAUSE_MS);
    }
  };
  const read = async (reader: number): Promise<void> => {
    const connection = new Connection(options.port);
    for (let n = reader; performance.now() < end; n++) {
      const { binding, call } = callOf(n);
      const least = await floor();
      const answer = await connection.ask(requestOf(binding, call));
      const { status } = answer;
      const body = answer.body.toString('latin1');
      if (status !== 200) throw new Error(`status ${status}: ${body.slice(0, 200)}`);
      stale.push(...staleIn(body, call, least));
      calls += 1;
    }
    connection.close();
  };
  await Promise.all([
    ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    ...Array.from({ length: READERS }, (_, reader) => read(reader)),
  ]);
  const [firstStale] = stale;
  return { calls, commits, stale: stale.length, ...(firstStale === undefined ? {} : { firstStale }) };
}

/** One event, a month, a range, by all bindings in turn. */
function callOf(n: number): { readonly binding: Binding; readonly call: Call } {
  const binding = (['get', 'soap11', 'post', 'soap12'] as const)[n % 4] ?? 'get';
  const id = FIRST_ID + (n % WATCHED_EVENTS);
  const calls: readonly Call[] = [
    { operation: 'SelectEvent', parameters: { intEventID: id, bolAsJSON: 'true' } },
    { operation: 'SelectEvents', parameters: MONTH },
    { operation: 'SelectEventsRanged', parameters: { from: MONTH_FROM, to: MONTH_TO } },
  ];
  const call = calls[n % calls.length];
  if (call === undefined) throw new Error('there is no call');
  return { binding, call };
}

function staleIn(body: string, { operation }: Call, least: ReadonlyMap<number, number>): string[] {
  const found = [...body.matchAll(/"id":(\d+),"title":"version (\d+)"/g)];
  const expected = operation === 'SelectEvent' ? 1 : WATCHED_EVENTS;
  if (found.length !== expected) {
    throw new Error(
      `${operation} answered ${found.length} events instead of ${expected}: ${body.slice(0, 200)}`,
    );
  }
  return found.flatMap(([, id, version]) => {
    const known = least.get(Number(id)) ?? 0;
    return Number(version) >= known
      ? []
      : [`${operation} showed version ${version} of event ${id} after ${known}`];
  });
}
