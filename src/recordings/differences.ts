/** What differs between two answers, by kinds. A kind is claimed only where the texts prove it. */
import type { RecordedAnswer } from './recording';
import { treeOf } from './tree';
import { compareTrees, type TreeKind } from './tree-differences';
import { sameButSpace } from './value-differences';

/** `text` is whatever no other kind can be proved of. */
export type Kind =
  | 'fault against a result'
  | 'result against a fault'
  | 'fault code'
  | 'fault text'
  | 'no result'
  | TreeKind;

/** Where two texts differ; one for each kind and name. */
export interface Difference {
  readonly kind: Kind;
  /** The member, element or `@attribute`, as a path within its event: `Place.City`; empty where there is none. */
  readonly name: string;
  /** The first character of the recorded text that differs there, counted from 1. */
  readonly character: number;
  /** A little of both texts around it. */
  readonly recorded: string;
  readonly given: string;
}

/** @returns none where both say the same; faults are held by their codes and texts, results by every character */
export function answerDifferences(recorded: RecordedAnswer, given: RecordedAnswer): readonly Difference[] {
  if ('fault' in recorded) {
    const { code, text } = recorded.fault;
    if (!('fault' in given)) return [difference('result against a fault', '', text, given.result ?? '')];
    const differences: Difference[] = [];
    if (given.fault.code !== code) differences.push(difference('fault code', '', code, given.fault.code));
    if (given.fault.text !== text) differences.push(difference('fault text', '', text, given.fault.text));
    return differences;
  }
  const { result } = recorded;
  if ('fault' in given) return [difference('fault against a result', '', result ?? '', given.fault.text)];
  if (result === given.result) return [];
  if (result === null || given.result === null)
    return [difference('no result', '', result ?? '', given.result ?? '')];
  return textDifferences(result, given.result);
}

/** The differences of two results that are not equal; at least one. */
export function textDifferences(recorded: string, given: string): readonly Difference[] {
  const trees = [treeOf(recorded), treeOf(given)] as const;
  const found = new Map<string, Difference>();
  const [left, right] = trees;
  if (left !== undefined && right !== undefined) {
    compareTrees({ text: recorded, node: left }, { text: given, node: right }, (kind, name, ...places) => {
      const key = `${kind} ${name}`;
      if (!found.has(key)) found.set(key, difference(kind, name, recorded, given, ...places));
    });
    return found.size > 0 ? [...found.values()] : [difference('text', '', recorded, given)];
  }
  return [difference(sameButSpace(recorded, given) ? 'white space' : 'text', '', recorded, given)];
}

/** Names come from the answers, and may be of any length. */
const MAX_NAME = 80;
/** Characters that are shown before and after the first that differs. */
const BEFORE = 16;
const AFTER = 24;

/** @param recordedAt where the difference begins in each text: from there on the first character is looked for */
function difference(
  kind: Kind,
  name: string,
  recorded: string,
  given: string,
  recordedAt = 0,
  givenAt = 0,
): Difference {
  let same = 0;
  const last = Math.min(recorded.length - recordedAt, given.length - givenAt);
  while (same < last && recorded[recordedAt + same] === given[givenAt + same]) same++;
  const around = (text: string, at: number) => text.slice(Math.max(0, at - BEFORE), at + AFTER);
  return {
    ...{ kind, name: name.slice(0, MAX_NAME), character: recordedAt + same + 1 },
    recorded: around(recorded, recordedAt + same),
    given: around(given, givenAt + same),
  };
}
