/** What is asked of a store of any size, how it is checked, and by which plan Postgres answers. */
import path from 'node:path';
import { Random } from '../test/support/random';
import { EVENTS_A_MONTH } from './data';
import { Connection } from './load/connection';
import type { Call } from './load/question';
import { requestOf } from './load/request';
import { query } from './machine/postgres';
import { median } from './report/stats';
import { scaleMonth } from './scale-data';
import { HERE } from './tree';

const DAY_MS = 86_400_000;
const CALLS = 200;
const CHECKED = 3;

export const SCALE_QUESTIONS = ['id', 'day', 'month'] as const;
export type ScaleQuestion = (typeof SCALE_QUESTIONS)[number];

interface Asked {
  readonly call: Call;
  /** The same question without any of the service's ways to be fast: what its answer must hold. */
  readonly oracle: { readonly text: string; readonly values: readonly unknown[] };
}

const LIST = `SELECT '[' || coalesce(string_agg(json, ',' ORDER BY starts_at, id), '') || ']' AS text
  FROM event WHERE starts_at < $2 AND ends_at > $1`;

function asked(question: ScaleQuestion, random: Random, events: number): Asked {
  if (question === 'id') {
    const id = random.between(1, events);
    return {
      call: { operation: 'SelectEvent', parameters: { intEventID: id, bolAsJSON: 'true' } },
      oracle: { text: 'SELECT json AS text FROM event WHERE id = $1', values: [id] },
    };
  }
  const index = Math.floor((random.fraction() * events) / EVENTS_A_MONTH);
  const instants = (from: number, to: number) => [from, to].map((instant) => new Date(instant).toISOString());
  if (question === 'day') {
    const from = scaleMonth(index) + random.below(28) * DAY_MS;
    return {
      call: { operation: 'SelectEventsRanged', parameters: { from, to: from + DAY_MS } },
      oracle: { text: LIST, values: instants(from, from + DAY_MS) },
    };
  }
  const date = new Date(scaleMonth(index));
  const [month, year] = [date.getUTCMonth() + 1, date.getUTCFullYear()];
  return {
    call: { operation: 'SelectEvents', parameters: { month, year } },
    oracle: { text: LIST, values: instants(scaleMonth(index), scaleMonth(index + 1)) },
  };
}

export interface ScaleOptions {
  readonly databaseUrl: string;
  readonly port: number;
  readonly events: number;
}

/**
 * Milliseconds of one call, alone on the machine, at the median; a commit before each, so that none is from memory.
 * @throws Error when an answer is wrong
 */
export async function measureQuestion(question: ScaleQuestion, options: ScaleOptions): Promise<number> {
  const { databaseUrl, port, events } = options;
  const random = new Random(7);
  const connection = new Connection(port);
  const times: number[] = [];
  try {
    for (let count = 0; count < CALLS; count++) {
      const { call, oracle } = asked(question, random, events);
      await query(databaseUrl, 'UPDATE event SET title = title WHERE id = 1');
      const start = performance.now();
      const answer = await connection.ask(requestOf('get', call));
      times.push(performance.now() - start);
      const { status } = answer;
      const body = answer.body.toString('latin1');
      if (status !== 200)
        throw new Error(`${JSON.stringify(call)} was answered ${status}: ${body.slice(0, 200)}`);
      if (count < CHECKED) await check(call, body, await query(databaseUrl, oracle.text, [...oracle.values]));
    }
  } finally {
    connection.close();
  }
  return median(times);
}

async function check(call: Call, body: string, [row]: readonly { readonly text?: string }[]): Promise<void> {
  if (row?.text === undefined || !body.includes(`>${row.text}<`)) {
    throw new Error(`${JSON.stringify(call)} was answered wrongly: ${body.slice(0, 300)}`);
  }
}

/** How Postgres carries out the service's own statements. */
export async function plans({ databaseUrl, events }: ScaleOptions): Promise<Record<ScaleQuestion, string>> {
  const load = <Module>(name: string): Module =>
    require(path.join(HERE.dist, 'store/queries', name)) as Module;
  const { SELECT_EVENT } = load<typeof import('../src/store/queries/select-event')>('select-event.js');
  const { SELECT_MONTH, SELECT_RANGE } =
    load<typeof import('../src/store/queries/select-events')>('select-events.js');
  const middle = scaleMonth(Math.floor(events / EVENTS_A_MONTH / 2));
  const date = new Date(middle);
  const day = [middle, middle + DAY_MS].map((instant) => new Date(instant).toISOString());
  const explain = async (text: string, values: readonly unknown[]) => {
    const rows = await query<{ 'QUERY PLAN': string }>(
      databaseUrl,
      `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${text}`,
      [...values],
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const list = ['UTC', 10_000, ',', '[', ']'];
  return {
    id: await explain(SELECT_EVENT.json.text, [1]),
    day: await explain(SELECT_RANGE.json.text, [...day, ...list]),
    month: await explain(SELECT_MONTH.json.text, [date.getUTCFullYear(), date.getUTCMonth() + 1, ...list]),
  };
}
