/** Writes a readable report: a table by group, the differences, and how much was compared. */
import { groupBy } from '../../lib/group-by';
import { escapeControls, shortened } from '../../lib/text/messages';
import type { NotComparableReason, Played, Verdict } from './judge';

const COLUMNS: readonly Verdict[] = ['same', 'deliberate', 'different', 'not comparable'];

/** Writes a table that counts the verdicts in each group of exchanges. The group is the first part of their ids. */
export function renderTable(played: readonly Played[]): string {
  const groups = groupBy(played, ({ id }) => id.split('/')[0] ?? '');
  const counted = [...groups].map(([group, members]) => [group, ...counts(members)]);
  const rows = [['group', ...COLUMNS], ...counted, ['all', ...counts(played)]];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows
    .map(([name = '', ...cells]) => `${name.padEnd(width)}${cells.map(aligned).join('')}\n`)
    .join('');
}

/** Aligns a count with the heading of its column, which is never shorter. */
function aligned(cell: string, column: number): string {
  return `  ${cell.padStart(COLUMNS[column]?.length ?? 0)}`;
}

/** Writes one line for each different answer, with its first difference. */
export function renderDifferences(played: readonly Played[]): string {
  return played
    .map(({ id, judgement }) =>
      judgement.verdict === 'different'
        ? `${id}: ${escapeControls(shortened(judgement.differences[0] ?? '', 200))}\n`
        : '',
    )
    .join('');
}

const REASONS: Readonly<Record<NotComparableReason, string>> = {
  'custom outcome': 'need a service that answers or fails as the recorded service did',
  refused: 'were refused by the service itself',
  namespace: 'cannot be sent in this namespace',
};

/** Returns a sentence such as `Compared 212 of 328 exchanges; 59 need …, 57 were refused by the service itself.` */
export function renderSummary(played: readonly Played[], total: number): string {
  const compared = played.filter(({ judgement }) => judgement.verdict !== 'not comparable').length;
  const notCompared = Object.entries(REASONS).flatMap(([reason, why]) => {
    const count = played.filter(
      ({ judgement }) => judgement.verdict === 'not comparable' && judgement.reason === reason,
    ).length;
    return count === 0 ? [] : [`${count} ${why}`];
  });
  const unplayed = total - played.length;
  if (unplayed > 0)
    notCompared.push(`${unplayed} were not sent, because the service does not answer any more`);
  // The list is never empty, because some exchanges always need a special service.
  return `Compared ${compared} of ${total} exchanges; ${notCompared.join(', ')}.\n`;
}

function counts(played: readonly Played[]): string[] {
  return COLUMNS.map((verdict) =>
    String(played.filter(({ judgement }) => judgement.verdict === verdict).length),
  );
}
