/** Decides which servers are measured in which row. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../test/support/free-port';
import { type Program, startProgram } from '../test/support/program';
import { monthStart } from './data';
import { probe } from './load/client';
import type { Expected } from './load/workload';
import type { Target } from './measure';
import { ROW, type Row } from './rows';
import type { PreparedAnswer } from './servers/baseline-prepared';
import { startEcho, startService, type Tree } from './tree';

/** Represents a target, and its answer to the first call of its row. */
export interface ProbedTarget extends Target {
  readonly body: string;
}

/** Sends the first request of a row to a program, and derives the other expected answers from the answer. */
export async function probedTarget(
  target: Pick<Target, 'row' | 'name' | 'kind' | 'program' | 'databaseUrl'>,
): Promise<ProbedTarget> {
  const { row, name, program } = target;
  const { port } = program;
  const probed = await probe(port, row).catch((error: Error) => {
    throw new Error(`${name}, ${row.title}: ${error.message}`);
  });
  return { ...target, port, ...probed };
}

/** Starts the processes of a tree that the rows need, and sends each row's first request. */
export async function serviceTargets(
  tree: Tree,
  databaseUrl: string,
  rows: readonly Row[],
): Promise<ProbedTarget[]> {
  const programs = new Map<string, Program>();
  const targets: ProbedTarget[] = [];
  for (const row of rows) {
    const { stage, listFormat: LIST_FORMAT = 'json' } = row;
    const key = stage === 'echo' ? stage : LIST_FORMAT;
    const program =
      programs.get(key) ??
      (await (stage === 'echo'
        ? startEcho(tree)
        : startService(tree, { DATABASE_URL: databaseUrl, LIST_FORMAT })));
    programs.set(key, program);
    targets.push(await probedTarget({ row, name: tree.name, kind: 'service', program, databaseUrl }));
  }
  return targets;
}

interface Baseline {
  readonly name: string;
  readonly script: string;
  readonly answersRow: (row: Row) => boolean;
  /** Returns the answer that the baseline gets when it starts. */
  readonly answer: (probed: ProbedTarget) => unknown;
  readonly expected: (probed: ProbedTarget) => Expected;
}

const ready = {
  answer: ({ body }: ProbedTarget) => body,
  expected: ({ body }: ProbedTarget) => ({ body }),
};

const BASELINES: readonly Baseline[] = [
  {
    name: 'node:http',
    script: 'baseline-ready',
    answersRow: ({ baseline }) => baseline === 'ready',
    ...ready,
  },
  {
    name: 'node:http and pg',
    script: 'baseline-prepared',
    answersRow: ({ baseline }) => baseline === 'prepared',
    answer: preparedAnswer,
    expected: frameOf,
  },
  { name: 'Express', script: 'baseline-express', answersRow: (row) => row === ROW.get, ...ready },
];

export interface Others {
  readonly folder: string;
  readonly databaseUrl: string;
}

/** Starts the baselines of the rows. One process serves all rows of a baseline, each on a port of its own. */
export async function baselineTargets(
  probed: readonly ProbedTarget[],
  { folder, databaseUrl }: Others,
): Promise<Target[]> {
  const targets: Target[] = [];
  for (const { name, script, answersRow, answer, expected } of BASELINES) {
    const asked = probed.filter(({ row }) => answersRow(row));
    if (asked.length === 0) continue;
    const file = path.join(folder, `${script}.json`);
    await writeFile(file, JSON.stringify(asked.map(answer)));
    const ports: number[] = [];
    for (const _ of asked) ports.push(await freePort());
    const program = await startProgram({
      name,
      command: process.execPath,
      args: [path.join(__dirname, `servers/${script}.js`), file, ...ports.map(String)],
      env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
      port: ports.at(-1) ?? 0,
    });
    for (const [index, one] of asked.entries()) {
      const workload = { asked: one.row, expected: expected(one) };
      const port = ports[index] ?? 0;
      targets.push({ row: one.row, name, kind: 'baseline', program, port, workload, databaseUrl });
    }
  }
  return targets;
}

/** In rows with another format the prepared baseline answers with JSON, without an envelope. */
function frameOf({ workload: { expected } }: ProbedTarget) {
  return 'body' in expected ? { before: '', after: '', quote: '"' } : expected;
}

function preparedAnswer(probed: ProbedTarget): PreparedAnswer {
  const { question } = probed.row;
  const { before, after } = frameOf(probed);
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
