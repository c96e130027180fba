/** The tables and the picture of the bench say what was measured. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changeOf, report } from '../../bench/against';
import { complaintOf, outcomeOf } from '../../bench/load/job';
import { type Sample, sampleFrom, type Target } from '../../bench/measure';
import * as paths from '../../bench/paths';
import { publishBench } from '../../bench/report/publish';
import { rowResult } from '../../bench/report/result';
import { scaleTable } from '../../bench/report/scale-table';
import { spread } from '../../bench/report/stats';
import { ROW } from '../../bench/rows';
import { cellsOf } from '../docs/tables';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'events-bench-'));
  jest.spyOn(paths, 'RESULTS', 'get').mockReturnValue(folder);
});

const sample = (cpuMicroseconds: number): Sample => ({
  cpuMicroseconds,
  requestsPerSecond: cpuMicroseconds + 1_000,
  p50Ms: cpuMicroseconds / 100,
  p99Ms: cpuMicroseconds / 10,
  megabytes: cpuMicroseconds + 0.4,
});

/** @param costs of each round */
const result = (name: string, kind: Target['kind'], ...costs: readonly number[]) => ({
  target: { name, kind } as Target,
  samples: costs.map(sample),
});

test('the table of a run has medians, ratios to the baseline of the same round, and goals', () => {
  // The goal of this row is 1.7.
  const row = ROW.get;
  const measured = [
    result('here', 'service', 30, 90, 20),
    result('bare', 'baseline', 20, 45, 10),
    result('<peer>', 'peer', 120, 140),
  ];
  expect(rowResult({ row, results: measured.slice(0, 1) })).toBeUndefined();
  const rows = [rowResult({ row, results: measured }) ?? { title: '', goal: 0, targets: [] }];
  const processMetrics = [
    { title: 'start, s', value: 1.234, digits: 2, goal: 1.2 },
    { title: 'memory, MB', value: 80.4, digits: 0, goal: 90 },
    { title: 'other', value: 1, digits: 1 },
  ];
  const missing = ['No Java.', 'No PHP.'];
  const facts = { commit: 'abc', date: '2026-03-01', machine: '2 × Cpu', rounds: 3, missing };
  const tables = publishBench({ ...facts, rows, processMetrics }, { isQuick: true, failures: [] });
  expect(tables.split('\n')).toEqual([
    'Commit abc, 2026-03-01, 2 × Cpu; 3 rounds, 16 connections. No Java. No PHP.',
    '',
    '|                    | CPU µs | of its baseline | spread    | goal          | calls/s | p50 ms | p99 ms | MB  |',
    '|--------------------|--------|-----------------|-----------|---------------|---------|--------|--------|-----|',
    '| **GET, 200 bytes** |        |                 |           |               |         |        |        |     |',
    '| here               | 30.0   | 2.00            | 1.50–2.00 | ≤ 1.7, missed | 1030    | 0.30   | 3.00   | 30  |',
    '| bare               | 20.0   | 1.00            | 1.00–1.00 |               | 1020    | 0.20   | 2.00   | 20  |',
    '| <peer>             | 130    | 4.56            | 3.11–6.00 |               | 1130    | 1.30   | 13.00  | 130 |',
    '',
    '|            | now  | goal          |',
    '|------------|------|---------------|',
    '| start, s   | 1.23 | ≤ 1.2, missed |',
    '| memory, MB | 80   | ≤ 90          |',
    '| other      | 1.0  |               |',
  ]);
  expect(readdirSync(folder).sort()).toEqual(['quick.json', 'quick.md', 'quick.svg']);
  const file = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  expect(file('quick.md')).toBe(`# Results of npm run bench\n\n${tables}\n`);
  expect(JSON.parse(file('quick.json'))).toEqual({ ...facts, rows, processMetrics });
  const bars = [...file('quick.svg').matchAll(/<rect x="290" .*width="([\d.]+)".*fill="(.*?)"/g)];
  expect(bars.map(([, ...bar]) => bar)).toEqual([
    ['106.2', '#1f6feb'],
    ['70.8', '#8c959f'],
    ['460.0', '#bf8700'],
  ]);
  expect(file('quick.svg')).toContain('>&lt;peer></text>');
});

test.each([
  [true, [], 'quick'],
  [false, ['a row'], 'quick'],
  [false, [], 'bench'],
])('a run that is quick (%j) and has the failures %j writes files named %s', (isQuick, failures, name) => {
  const facts = { commit: 'abc', date: '2026-03-01', machine: '2 × Cpu', rounds: 3, missing: [] };
  publishBench({ ...facts, rows: [], processMetrics: [] }, { isQuick, failures });
  expect(readdirSync(folder).sort()).toEqual([`${name}.json`, `${name}.md`, `${name}.svg`]);
});

test('a sample has the cost of one call, calls a second, and the slowest call of a hundred', () => {
  const latencies = Array.from({ length: 100 }, (_, index) => 100 - index);
  const outcome = outcomeOf(latencies, [], 4);
  expect(complaintOf(outcome)).toBeUndefined();
  const figures = { cpuMicroseconds: 20, requestsPerSecond: 25, p50Ms: 51, p99Ms: 100, megabytes: 80 };
  expect(sampleFrom(outcome, 2_000, 80)).toEqual(figures);
});

test.each([
  [[], [], 'no call was answered'],
  [[1, 2], ['first', 'second'], '2 of 2 answers were wrong; the first: first'],
])(
  'a measurement with the latencies %j and the wrong answers %j is not valid: %s',
  (latencies, wrong, why) => {
    expect(complaintOf(outcomeOf(latencies, wrong, 1))).toBe(why);
  },
);

test.each([
  [[3, 1, 2], { median: 2, least: 1, most: 3 }],
  [[10, 9, 1, 2], { median: 5.5, least: 1, most: 10 }],
])('the spread of %j is %j', (numbers, expected) => {
  expect(spread(numbers)).toEqual(expected);
});

test('a change is reported if it is large enough and every pair agrees on its direction', () => {
  const changed = (title: string, ...now: readonly number[]) =>
    changeOf(
      title,
      now.map((cost) => ({ before: 100, now: cost })),
    );
  const rows = [
    changed('slower', 110, 105, 103),
    changed('faster', 90, 95, 80),
    changed('in doubt', 90, 95, 101),
    changed('little', 101, 102, 101),
  ];
  expect(report('old', rows).split('\n')).toEqual([
    '|          | old, µs | now, µs | change  | spread            | beyond the noise |',
    '|----------|---------|---------|---------|-------------------|------------------|',
    '| slower   | 100.0   | 105.0   | +5.0 %  | +3.0 % to +10.0 % | yes              |',
    '| faster   | 100.0   | 90.0    | −10.0 % | −20.0 % to −5.0 % | yes              |',
    '| in doubt | 100.0   | 95.0    | −5.0 %  | −10.0 % to +1.0 % |                  |',
    '| little   | 100.0   | 101.0   | +1.0 %  | +1.0 % to +2.0 %  |                  |',
    '',
    'Changed: slower +5.0 %; faster −10.0 %.',
  ]);
  expect(report('old', rows.slice(2))).toMatch(/\nNothing changed .*$/);
});

test('the table of the scales judges the growth from the smallest store, the slowest import and the most memory', () => {
  const size = (events: number, day: number, eventsPerSecond: number, peakMegabytes: number) => ({
    ...{ events, import: { eventsPerSecond, peakMegabytes } },
    milliseconds: { id: 1, day, month: 3 * day },
  });
  const table = scaleTable([
    size(1_000, 2, 14_999, 150.4),
    size(2_000, 1, 40_000, 90),
    size(3_000, 4, 20_000, 80),
  ]);
  const rows = table.split('\n').map(cellsOf);
  expect(rows.filter(([name]) => !name?.startsWith('-'))).toEqual([
    ['', '1,000 events', '2,000 events', '3,000 events', 'growth', 'goal'],
    ['id, ms', '1.00', '1.00', '1.00', '1.00', '≤ 1.5'],
    ['day, ms', '2.00', '1.00', '4.00', '2.00', '≤ 1.5, missed'],
    ['month, ms', '6.00', '3.00', '12.00', '2.00', '≤ 3'],
    ['import, events a second', '14999', '40000', '20000', '', '≥ 15000, missed'],
    ['import, most memory, MB', '150', '90', '80', '', '≤ 150, missed'],
  ]);
});
