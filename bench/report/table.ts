import type { Metric, RowResult, TargetResult } from './result';

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

export const benchTable = (rows: readonly RowResult[]): string => markdown([HEAD, ...rows.flatMap(rowCells)]);

function rowCells({ title, goal, targets }: RowResult): Cells {
  return [
    [`**${title}**`],
    ...targets.map((target) =>
      targetCells(target, target.kind === 'service' ? atMost(goal, target.ratio.median) : ''),
    ),
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

/** Writes a goal, and says whether a value misses it. */
export const atMost = (goal: number, value: number): string => `≤ ${goal}${value <= goal ? '' : ', missed'}`;
export const atLeast = (goal: number, value: number): string => `≥ ${goal}${value >= goal ? '' : ', missed'}`;

export const metricsTable = (metrics: readonly Metric[]): string =>
  markdown([
    ['', 'now', 'goal'],
    ...metrics.map(({ title, value, digits, goal }) => [
      title,
      value.toFixed(digits),
      goal === undefined ? '' : atMost(goal, value),
    ]),
  ]);
