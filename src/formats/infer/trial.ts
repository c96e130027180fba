/** Tries a format file on the answers from which it was inferred. */
import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../../lib/json';
import { MAX_NOTE } from '../../lib/text/messages';
import { FormatError } from '../document';
import type { EventRow } from '../event';
import { sortAsStore } from '../list-order';
import type { FormatFile, FormatReader, ReadAnswer, ReadEvent } from '../read';
import { rowOf } from './fit';
import type { AnswerKind, Sample } from './sample';

export interface Trial {
  /** These are the answers that the format reads. */
  readonly answers: readonly (ReadAnswer & { readonly source: string })[];
  readonly events: readonly ReadEvent[];
  /**
   * This sentence says why the format does not read some answers. It is `undefined` if the format reads all of them.
   */
  readonly problem: string | undefined;
}

/**
 * Reads the sample by the proposed format file.
 * @throws FormatError if no format file can have the text that is around the events of the first answer
 */
export function tryFormat({ name, answers }: Sample, { tryRead }: FormatReader): Trial {
  const read = answers.map(tryRead);
  const [first] = read;
  if (first === undefined || typeof first === 'string')
    throw new FormatError(
      `no format file can describe what is around the events at ${name}: ${first}. Save a sample without it.`,
    );
  const reasons = read.filter((one) => typeof one === 'string');
  const understood = read.flatMap((one, index) =>
    typeof one === 'string' ? [] : [{ ...one, source: answers[index] ?? '' }],
  );
  return {
    answers: understood,
    events: understood.flatMap(({ events }) => events),
    problem:
      reasons.length > 0
        ? `The format does not read ${reasons.length} of ${answers.length} answers: ${reasons[0]}.`
        : undefined,
  };
}

export function rowsOf({ events }: ReadAnswer): readonly EventRow[] {
  return events.map(({ draft }) => rowOf(draft));
}

/** A note shows this many characters before and after the beginning of the first difference. */
const BEFORE = 10;
const BEHIND = 20;

/**
 * Writes the events of each answer, and returns a note about the first difference. A difference that a parser sees
 * comes before a difference in spelling.
 */
export function differenceNotes(
  { format, zone }: FormatFile,
  { answers }: Trial,
  answerKind: AnswerKind,
  { key }: Sample,
): readonly string[] {
  const others = answers.flatMap((read) => {
    const { isList, source } = read;
    const rows = key === undefined ? rowsOf(read) : sortAsStore(rowsOf(read), zone);
    const answer = isList && answerKind === 'lists' ? format.list(rows) : format.event(rows[0]);
    if (answer === null || answer === source) return [];
    const parsed = parseJson(source);
    const isSame = parsed !== undefined && isDeepStrictEqual(parseJson(answer), parsed);
    return [{ answer, source, isSame }];
  });
  const [first] = others.toSorted((one, other) => Number(one.isSame) - Number(other.isSame));
  if (first === undefined) return [];
  const { answer, source, isSame } = first;
  let at = 0;
  while (answer[at] === source[at]) at++;
  const often = answers.length === 1 ? '' : `in ${others.length} of ${answers.length} answers, `;
  const place = `${often}from character ${at + 1}${isSame ? ' (the same to a parser)' : ''}`;
  const noteOf = (behind: number): string => {
    const quote = (text: string) => JSON.stringify(text.slice(Math.max(at - BEFORE, 0), at + behind));
    const note = `${place}: the format writes ${quote(answer)}, not ${quote(source)}`;
    return note.length > MAX_NOTE && behind > 1 ? noteOf(behind - 1) : note;
  };
  return [noteOf(BEHIND)];
}
