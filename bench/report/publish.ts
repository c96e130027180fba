/** Writes results to bench/results: tables, pictures, and a JSON file that git ignores. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RESULTS } from '../paths';
import type { BenchResult } from './result';
import { barChart } from './svg';
import { benchTable, metricsTable } from './table';

/**
 * Writes the results. Those of a quick run, and those of a run in which a row failed, get the name `quick`, which git
 * ignores, and do not replace earlier results.
 * @returns the tables as Markdown
 */
export function publishBench(
  result: BenchResult,
  { isQuick, failures }: { readonly isQuick: boolean; readonly failures: readonly string[] },
): string {
  const name = isQuick || failures.length > 0 ? 'quick' : 'bench';
  const groups = result.rows.map(({ title, targets }) => ({
    title,
    bars: targets.map(({ name, kind, cpuMicroseconds }) => ({ label: name, value: cpuMicroseconds, kind })),
  }));
  writeResult(`${name}.svg`, barChart('CPU of a call, µs', groups));
  const tables = `${describe(result)}\n\n${benchTable(result.rows)}\n\n${metricsTable(result.processMetrics)}`;
  writeResult(`${name}.md`, `# Results of npm run bench\n\n${tables}\n`);
  writeResult(`${name}.json`, json(result));
  return tables;
}

function describe({
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
