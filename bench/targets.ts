/** Puts together who answers which row. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../test/support/free-port';
import { type Program, startProgram } from '../test/support/program';
import { monthStart } from './data';
import { probe } from './load/client';
import type { Workload } from './load/workload';
import type { Target } from './measure';
import type { Row } from './rows';
import type { PreparedAnswer } from './servers/baseline-prepared';

/** A row as the service answers it: what to send, what comes back. */
export interface Probed {
  readonly row: Row;
  readonly workload: Workload;
  readonly body: string;
}

/** Asks the service each row once. */
export function probeRows(rows: readonly Row[], portOf: (row: Row) => number): Promise<Probed[]> {
  return Promise.all(rows.map(async (row) => ({ row, ...(await probe(portOf(row), row)) })));
}

/** Contains the processes and the database of a built tree. */
export interface BuildUnderTest {
  readonly name: string;
  readonly echo: Program;
  readonly service: Program;
  /** Has the services with another LIST_FORMAT, by its value. */
  readonly formats: ReadonlyMap<string, Program>;
  readonly databaseUrl: string;
}

export const programOf = (
  { echo, service, formats }: BuildUnderTest,
  { stage, listFormat = '' }: Row,
): Program => (stage === 'echo' ? echo : (formats.get(listFormat) ?? service));

export async function serviceTargets(build: BuildUnderTest, rows: readonly Row[]): Promise<Target[]> {
  const probed = await probeRows(rows, (row) => programOf(build, row).port);
  return probed.map(({ row, workload }) => {
    const program = programOf(build, row);
    const { name, databaseUrl } = build;
    return { row, name, kind: 'service', program, port: program.port, workload, databaseUrl };
  });
}

/** Has the baseline of each row. All of a kind are in one process. */
export async function baselineTargets(
  probed: readonly Probed[],
  { folder, databaseUrl }: { readonly folder: string; readonly databaseUrl: string },
): Promise<Target[]> {
  const ready = probed.filter(({ row }) => row.baseline === 'ready');
  const prepared = probed.filter(({ row }) => row.baseline === 'prepared');
  return [
    ...(await startBaseline('node:http', 'baseline-ready', {
      probed: ready.map((one) => ({ ...one, workload: { asked: one.row, expected: { body: one.body } } })),
      answers: ready.map(({ body }) => body),
      folder,
      databaseUrl,
    })),
    ...(await startBaseline('node:http and pg', 'baseline-prepared', {
      probed: prepared.map((one) => ({ ...one, workload: listed(one) })),
      answers: prepared.map(preparedAnswer),
      folder,
      databaseUrl,
    })),
  ];
}

interface BaselineOptions {
  readonly probed: readonly Probed[];
  readonly answers: readonly unknown[];
  readonly folder: string;
  readonly databaseUrl: string;
}

async function startBaseline(
  name: string,
  script: string,
  { probed, answers, folder, databaseUrl }: BaselineOptions,
): Promise<Target[]> {
  if (probed.length === 0) return [];
  const file = path.join(folder, `${script}.json`);
  await writeFile(file, JSON.stringify(answers));
  const ports: number[] = [];
  for (const _ of answers) ports.push(await freePort());
  const program = await startProgram({
    name,
    command: process.execPath,
    args: [path.join(__dirname, `servers/${script}.js`), file, ...ports.map(String)],
    env: { DATABASE_URL: databaseUrl },
    port: ports.at(-1) ?? 0,
  });
  return probed.map(({ row, workload }, index) => ({
    row,
    name,
    kind: 'baseline',
    program,
    port: ports[index] ?? 0,
    workload,
    databaseUrl,
  }));
}

/** Runs Express with one handler, for one row. */
export async function expressTarget({ row, body }: Probed, folder: string): Promise<Target> {
  const file = path.join(folder, 'baseline-express.body');
  await writeFile(file, body, 'latin1');
  const program = await startProgram({
    name: 'Express',
    command: process.execPath,
    args: [path.join(__dirname, 'servers/baseline-express.js'), file],
    env: { NODE_ENV: 'production' },
  });
  const workload = { asked: row, expected: { body } };
  return { row, name: 'Express', kind: 'baseline', program, port: program.port, workload };
}

/** The answer of the prepared baseline. For rows in another format it is bare JSON. */
function listed({ row, workload: { expected } }: Probed) {
  const frame = 'body' in expected ? { before: '', after: '', quote: '"' } : expected;
  return { asked: row, expected: frame };
}

function preparedAnswer(probed: Probed): PreparedAnswer {
  const { question } = probed.row;
  const { before, after } = listed(probed).expected;
  if (question.kind !== 'months') {
    return { before, after, statement: 'SELECT json AS text FROM event WHERE id = $1' };
  }
  const parameters = [monthStart(question.first), monthStart(question.first + question.count)];
  return {
    before,
    after,
    statement: `SELECT '[' || string_agg(json, ',' ORDER BY starts_at, id) || ']' AS text
      FROM event WHERE starts_at >= $1 AND starts_at < $2`,
    values: parameters.map((instant) => new Date(instant).toISOString()),
  };
}
