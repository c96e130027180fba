/** Puts together who answers which row. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../test/support/free-port';
import { monthStart } from './data';
import { probe } from './load/client';
import { FIRST_MONTH } from './load/question';
import type { Workload } from './load/workload';
import { type Program, startProgram } from './machine/program';
import type { Lane, Target } from './measure';
import type { Row } from './rows';
import type { PreparedAnswer } from './servers/floor-prepared';

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

/** What a tree's two processes answer, and where its events are. */
export interface Side {
  readonly name: string;
  readonly echo: Program;
  readonly service: Program;
  /** The service with another LIST_FORMAT, by that. */
  readonly formats: ReadonlyMap<string, Program>;
  readonly databaseUrl: string;
}

export const programOf = ({ echo, service, formats }: Side, { stage, listFormat = '' }: Row): Program =>
  stage === 'echo' ? echo : (formats.get(listFormat) ?? service);

export async function serviceLanes(side: Side, rows: readonly Row[]): Promise<Lane[]> {
  const probed = await probeRows(rows, (row) => programOf(side, row).port);
  return probed.map(({ row, workload }) => {
    const program = programOf(side, row);
    const { name, databaseUrl } = side;
    const target: Target = { name, kind: 'service', program, port: program.port, workload, databaseUrl };
    return { row, targets: [target] };
  });
}

/** Floor (a) or (b) of each row, all of a kind in one process. */
export async function floorLanes(
  probed: readonly Probed[],
  { folder, databaseUrl }: { readonly folder: string; readonly databaseUrl: string },
): Promise<Lane[]> {
  const ready = probed.filter(({ row }) => row.floor === 'ready');
  const prepared = probed.filter(({ row }) => row.floor === 'prepared');
  return [
    ...(await startFloor('node:http', 'floor-ready', {
      probed: ready.map((one) => ({ ...one, workload: { asked: one.row, expected: { body: one.body } } })),
      answers: ready.map(({ body }) => body),
      folder,
      databaseUrl,
    })),
    ...(await startFloor('node:http and pg', 'floor-prepared', {
      probed: prepared.map((one) => ({ ...one, workload: listed(one) })),
      answers: prepared.map(preparedAnswer),
      folder,
      databaseUrl,
    })),
  ];
}

interface FloorOptions {
  readonly probed: readonly Probed[];
  readonly answers: readonly unknown[];
  readonly folder: string;
  readonly databaseUrl: string;
}

async function startFloor(
  name: string,
  script: string,
  { probed, answers, folder, databaseUrl }: FloorOptions,
): Promise<Lane[]> {
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
    targets: [{ name, kind: 'floor', program, port: ports[index] ?? 0, workload, databaseUrl }],
  }));
}

/** Floor (e), for one row. */
export async function expressLane({ row, body }: Probed, folder: string): Promise<Lane> {
  const file = path.join(folder, 'floor-express.body');
  await writeFile(file, body, 'latin1');
  const program = await startProgram({
    name: 'Express',
    command: process.execPath,
    args: [path.join(__dirname, 'servers/floor-express.js'), file],
    env: { NODE_ENV: 'production' },
    port: await freePort(),
  });
  const workload = { asked: row, expected: { body } };
  return { row, targets: [{ name: 'Express', kind: 'floor', program, port: program.port, workload }] };
}

/** What the baseline of prepared statements answers: where the service writes another format, the bare JSON. */
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
  const parameters = [monthStart(FIRST_MONTH), monthStart(FIRST_MONTH + question.count)];
  return {
    before,
    after,
    statement: `SELECT '[' || string_agg(json, ',' ORDER BY starts_at, id) || ']' AS text
      FROM event WHERE starts_at >= $1 AND starts_at < $2`,
    values: parameters.map((instant) => new Date(instant).toISOString()),
  };
}

/** The lanes of the same row become one. */
export function joinLanes(rows: readonly Row[], lanes: readonly Lane[]): Lane[] {
  return rows.map((row) => ({
    row,
    targets: lanes.filter((lane) => lane.row === row).flatMap(({ targets }) => targets),
  }));
}
