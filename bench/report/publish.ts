/** Where results go: a JSON file, pictures, and the tables of README.md between its marks. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { README, RESULTS } from '../paths';
import type { BenchResult } from './result';
import { barChart } from './svg';
import { benchTable, processMetricsTable } from './table';

/** @param kind `bench` goes into README.md too; a quick run is not worth that */
export function publishBench(result: BenchResult, kind: 'bench' | 'quick'): string {
  const groups = result.rows.map(({ title, targets }) => ({
    title,
    bars: targets.map(({ name, kind, cpuMicroseconds }) => ({ label: name, value: cpuMicroseconds, kind })),
  }));
  writeResult(`${kind}.svg`, barChart('CPU of a call, µs', groups));
  const tables = `${describe(result)}\n\n${benchTable(result)}\n\n${processMetricsTable(result.processMetrics)}`;
  if (kind === 'bench') replaceInReadme('bench', tables);
  writeResult(`${kind}.json`, json(result));
  return tables;
}

export function describe({
  commit,
  date,
  machine,
  rounds,
  missing,
}: Omit<BenchResult, 'rows' | 'processMetrics'>): string {
  const others = missing.length === 0 ? '' : ` ${missing.join(' ')}`;
  return `Commit ${commit}, ${date}, ${machine}; ${rounds} rounds, 16 connections.${others}`;
}

export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 1)}\n`;

export function writeResult(name: string, text: string): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(path.join(RESULTS, name), text);
}

/** Replaces what stands between `<!-- NAME -->` and `<!-- /NAME -->`. */
export function replaceInReadme(name: string, text: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const readme = readFileSync(README, 'utf8');
  const [before, rest] = readme.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`bench/README.md has no ${begin} … ${end}.`);
  writeFileSync(README, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}
