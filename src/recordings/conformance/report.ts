/** Writes a readable report: a table by group, the differences, and how much was compared. */
import { groupBy } from '../../lib/group-by';
import { shortened } from '../../lib/text/quoted';
import type { Incomparable, Played, Verdict } from './judge';

const COLUMNS: readonly Verdict[] = ['same', 'deliberate', 'different', 'not comparable'];

export function renderTable(played: readonly Played[]): string {
  const groups = groupBy(played, ({ id }) => id.split('/')[0] ?? '');
  const rows = [...groups].map(([group, of]) => [group, ...counts(of)]);
  return align([['group', ...COLUMNS], ...rows, ['all', ...counts(played)]]);
}

export function renderDifferences(played: readonly Played[]): string {
  return played
    .map(({ id, judgement }) =>
      judgement.verdict === 'different' ? `${id}: ${shortened(judgement.differences[0] ?? '', 200)}\n` : '',
    )
    .join('');
}

const REASONS: Readonly<Record<Incomparable, string>> = {
  'custom outcome': 'need a service that answers or fails as the recorded one did',
  refused: 'were refused by the service itself',
  namespace: 'cannot be put into its namespace',
};

/** Writes `Compared 212 of 328 exchanges; 59 need …, 57 were refused by the service itself.` */
export function renderSummary(played: readonly Played[], total: number): string {
  const compared = played.filter(({ judgement }) => judgement.verdict !== 'not comparable').length;
  const left = Object.entries(REASONS).flatMap(([reason, why]) => {
    const count = played.filter(
      ({ judgement }) => judgement.verdict === 'not comparable' && judgement.reason === reason,
    ).length;
    return count === 0 ? [] : [`${count} ${why}`];
  });
  const unplayed = total - played.length;
  if (unplayed > 0) left.push(`${unplayed} were not sent, because nothing answers any more`);
  // The list is never empty, because some exchanges always need a special service.
  return `Compared ${compared} of ${total} exchanges; ${left.join(', ')}.\n`;
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
