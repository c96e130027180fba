import path from 'node:path';
import type { FormatReader } from '../formats/read';
import { UsageError } from '../lib/errors';
import { pluralize } from '../lib/text/pluralize';
import { readRecordings } from '../recordings/folder';
import { callKey, type Recording } from '../recordings/recording';
import { TransferError } from '../transfer/errors';
import { type Answer, answersSource } from '../transfer/read/answers';
import type { FileFormat } from '../transfer/read/signatures';
import type { Source } from '../transfer/read/source';

/**
 * Opens a recording as a source of the events in its list answers, each once. A notice says how many faults and answers
 * of SelectEvent were left out.
 * @param format a format file's reader; `undefined` means one of the built-in formats
 * @throws UsageError for another format, RecordingsError, TransferError where no list was recorded
 */
export async function openRecording(
  folder: string,
  format: FileFormat | FormatReader | undefined,
  notice: (sentence: string) => void,
): Promise<Source> {
  if (typeof format === 'string')
    throw new UsageError(`${folder} is a recording: use --format file:PATH, or leave --format out.`);
  const { recordings } = await readRecordings(folder);
  const { answers, leftOut } = listAnswers(folder, recordings.values());
  if (answers.length === 0)
    throw new TransferError(`${folder} holds no answer of SelectEvents or SelectEventsRanged.`);
  for (const sentence of leftOut) notice(`${folder}: ${sentence}`);
  return answersSource(folder, answers, format);
}

/** Returns the results of the list operations with the names of their files, and sentences about the other answers. */
export function listAnswers(folder: string, recordings: Iterable<Recording>) {
  const answers: Answer[] = [];
  let [faults, singles] = [0, 0];
  for (const { call, answer } of recordings) {
    if ('fault' in answer) faults += 1;
    else if (call.operation === 'SelectEvent') singles += 1;
    // A null string has no element on the wire (contract 4.1), and is null in JSON.
    else answers.push({ name: path.join(folder, `${callKey(call)}.json`), text: answer.result ?? 'null' });
  }
  const leftOut = [
    ...(faults > 0 ? [`${pluralize(faults, 'call')} answered with a fault left out`] : []),
    ...(singles > 0 ? [`${pluralize(singles, 'answer')} of SelectEvent left out: lists are read`] : []),
  ];
  return { answers, leftOut };
}

/** Returns the results of SelectEvent with one value of bolAsJSON. */
export function eventAnswers(recordings: Iterable<Recording>, asJson: boolean): string[] {
  return [...recordings].flatMap(({ call, answer }) =>
    call.operation === 'SelectEvent' && call.args.bolAsJSON === asJson && 'result' in answer
      ? [answer.result ?? 'null']
      : [],
  );
}
