/** The verdicts as a table by group, for a person. */
import type { Judgement, Verdict } from './judge';
import type { Vector } from './vectors';

export interface Played {
  readonly vector: Vector;
  readonly judgement: Judgement;
}

const COLUMNS: readonly Verdict[] = ['same', 'deliberate', 'different', 'not comparable'];

export function renderTable(played: readonly Played[]): string {
  const groups = new Map<string, Played[]>();
  for (const one of played) {
    const group = one.vector.id.split('/')[0] ?? '';
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  const rows = [...groups].map(([group, of]) => [group, ...counts(of)]);
  return align([['group', ...COLUMNS], ...rows, ['all', ...counts(played)]]);
}

/** One line for each vector that differs, with the first thing that does. */
export function renderDifferences(played: readonly Played[]): string {
  return played
    .filter(({ judgement }) => judgement.verdict === 'different')
    .map(({ vector, judgement }) => `${vector.id}: ${shorten(judgement.differences[0] ?? '')}\n`)
    .join('');
}

function counts(played: readonly Played[]): string[] {
  return COLUMNS.map((verdict) =>
    String(played.filter(({ judgement }) => judgement.verdict === verdict).length),
  );
}

function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return rows.map((row) => `${line(row)}\n`).join('');
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}
