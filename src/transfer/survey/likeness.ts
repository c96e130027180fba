/**
 * What a name says of the field that it may hold: as far as a proposal goes, which a person reads before it is used.
 */
import { named, type Proposed, WHOLE_NAMES, wordRank, wordsOf } from '../../formats/propose/field-words';
import { guessField } from '../../formats/propose/guess-field';
import type { Path } from '../columns/columns';

/** Whether it is told in UTC, as far as its name says. */
export function saysUtc(path: Path): boolean {
  return wordsOf(path).some((word) => word === 'utc' || word === 'gmt');
}

/** How well a name suits a field: 0 is best, `undefined` is not at all. */
export function rank(field: Proposed, path: Path): number | undefined {
  const found = wordRank(field, path);
  if (found === 0) return 0;
  const isWhole = WHOLE_NAMES.has(field);
  const guessed = field === 'location' ? named(field, path) : isWhole && field !== 'allDay' ? [] : path;
  if (guessed.some((name) => guessField(name) === field)) return 1;
  return found === undefined ? undefined : found + 1;
}
