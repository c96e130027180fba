import type { BenchResult, ProcessMetrics, RowResult, TargetResult } from './result';

export type Cells = readonly (readonly string[])[];

/** Writes a Markdown table with aligned columns. The first row is the head. */
export function markdown(cells: Cells): string {
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join(
    '\n',
  );
}

const HEAD = ['', 'CPU µs', 'of its baseline', 'spread', 'goal', 'calls/s', 'p50 ms', 'p99 ms', 'MB'];

export function benchTable({ rows }: Pick<BenchResult, 'rows'>): string {
  return markdown([HEAD, ...rows.flatMap(rowCells)]);
}

function rowCells({ title, goal, targets }: RowResult): Cells {
  return [
    [`**${title}**`],
    ...targets.map((target) => targetCells(target, target.kind === 'service' ? goalCell(target, goal) : '')),
  ];
}

function targetCells(target: TargetResult, goal: string): readonly string[] {
  const { name, cpuMicroseconds, ratio, requestsPerSecond, p50Ms, p99Ms, megabytes } = target;
  return [
    name,
    cpuMicroseconds.toFixed(cpuMicroseconds < 100 ? 1 : 0),
    ratio.median.toFixed(2),
    `${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)}`,
    goal,
    requestsPerSecond.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    megabytes.toFixed(0),
  ];
}

const goalCell = ({ ratio }: TargetResult, goal: number): string =>
  `≤ ${goal}${ratio.median <= goal ? '' : ', missed'}`;

export function processMetricsTable({ start, mixed, beside, testApi }: ProcessMetrics): string {
  const under = (value: number, goal: number, digits: number) =>
    [value.toFixed(digits), `≤ ${goal}${value <= goal ? '' : ', missed'}`] as const;
  const engine = (name: 'postgres' | 'embedded', goals: Goals): Cells => {
    const { requests, delayMedianMs, delayMostMs, heapHalfwayMegabytes, heapMegabytes } = mixed[name];
    const title = name === 'postgres' ? 'Postgres' : 'embedded';
    return [
      [
        `${title}: CPU from \`node\` to the first answer, s`,
        ...under(start[name].cpuSeconds, goals.start, 2),
      ],
      [`${title}: memory, idle, MB`, ...under(start[name].idleMegabytes, goals.idle, 0)],
      [
        `${title}: event loop at p99, 64 clients, mixed work, ms (worst second ${delayMostMs.toFixed(0)})`,
        ...under(delayMedianMs, goals.delay, 0),
      ],
      [
        `${title}: reachable heap after ${requests} mixed requests, to that after half of them (${heapHalfwayMegabytes.toFixed(1)} → ${heapMegabytes.toFixed(1)} MB)`,
        ...under(heapMegabytes / heapHalfwayMegabytes, 1.1, 2),
      ],
      [`${title}: memory after them, MB`, mixed[name].residentMegabytes.toFixed(0)],
    ];
  };
  return markdown([
    ['', 'now', 'goal'],
    ...engine('postgres', { start: 0.6, idle: 90, delay: 50 }),
    ...engine('embedded', { start: 1.2, idle: 230, delay: 100 }),
    [
      'for tests, events in memory: CPU from `node` to the first answer, s',
      ...under(start.tests.cpuSeconds, 0.7, 2),
    ],
    ['for tests, events in memory: memory, idle, MB', ...under(start.tests.idleMegabytes, 130, 0)],
    [
      `p99 of small calls beside 10,000 changed events with markup, to alone (${beside.aloneP99Ms.toFixed(1)} → ${beside.besideP99Ms.toFixed(1)} ms)`,
      ...under(beside.ratio, 4, 1),
    ],
    [
      `CPU of a call that meets no rule, TEST_API on to off (${testApi.offMicroseconds.toFixed(0)} → ${testApi.onMicroseconds.toFixed(0)} µs)`,
      ...under(testApi.ratio, 1.5, 2),
    ],
  ]);
}

interface Goals {
  readonly start: number;
  readonly idle: number;
  readonly delay: number;
}
