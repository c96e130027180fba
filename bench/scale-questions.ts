/** Makes calls for stores of any size, each with a simple query that checks its answers. */
import { Client } from 'pg';
import { Random } from '../test/support/random';
import { EVENTS_A_MONTH } from './data';
import { Connection } from './load/connection';
import type { Call } from './load/question';
import { requestOf } from './load/workload';
import { median } from './report/stats';
import { scaleMonth } from './scale-data';

const DAY_MS = 86_400_000;
const CALLS = 200;
const CHECKED = 3;

export const SCALE_QUESTIONS = ['id', 'day', 'month'] as const;
export type ScaleQuestion = (typeof SCALE_QUESTIONS)[number];

interface CheckedCall {
  readonly call: Call;
  /** The answer must contain the text that this simple query returns. */
  readonly oracle: { readonly text: string; readonly values: readonly unknown[] };
}

const LIST = `SELECT '[' || coalesce(string_agg(json, ',' ORDER BY starts_at, id), '') || ']' AS text
  FROM event WHERE starts_at < $2 AND ends_at > $1`;

function checkedCall(question: ScaleQuestion, random: Random, events: number): CheckedCall {
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
 * Measures calls one at a time. A commit precedes each call, so that no answer is cached.
 * @returns the median, in milliseconds
 * @throws Error if an answer is wrong
 */
export async function measureQuestion(question: ScaleQuestion, options: ScaleOptions): Promise<number> {
  const { databaseUrl, port, events } = options;
  const random = new Random(7);
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const connection = new Connection(port);
  const times: number[] = [];
  try {
    for (let count = 0; count < CALLS; count++) {
      const { call, oracle } = checkedCall(question, random, events);
      await database.query('UPDATE event SET title = title WHERE id = 1');
      const start = performance.now();
      const answer = await connection.ask(requestOf('httpget', call));
      times.push(performance.now() - start);
      const { status } = answer;
      const body = answer.body.toString('latin1');
      if (status !== 200)
        throw new Error(`${JSON.stringify(call)} was answered ${status}: ${body.slice(0, 200)}`);
      if (count >= CHECKED) continue;
      const { rows } = await database.query<{ text: string }>(oracle.text, [...oracle.values]);
      if (!body.includes(`>${rows[0]?.text}<`))
        throw new Error(`${JSON.stringify(call)} was answered wrongly: ${body.slice(0, 300)}`);
    }
  } finally {
    connection.close();
    await database.end();
  }
  return median(times);
}
