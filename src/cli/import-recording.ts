import path from 'node:path';
import type { Call } from '../contract/operations';
import type { FormatReader } from '../formats/read';
import { UsageError } from '../lib/errors';
import { pluralize } from '../lib/text/messages';
import { readRecordings, UNFINISHED, type WholeRecording } from '../recordings/folder';
import { callKey } from '../recordings/recording';
import { TransferError } from '../transfer/errors';
import { type Answer, answersSource } from '../transfer/read/answers';
import type { FileFormat } from '../transfer/read/signatures';
import type { Source } from '../transfer/read/source';

/** Names the settings of the formats. A setting selects the answers of a recording that are in its format. */
export const ANSWER_SETTINGS = ['LIST_FORMAT', 'EVENT_JSON_FORMAT', 'EVENT_TEXT_FORMAT'] as const;
export type AnswerSetting = (typeof ANSWER_SETTINGS)[number];

/**
 * Opens a recording as a source of events. Each event is yielded once. A note says how many faults and answers of
 * SelectEvent were left out.
 * @param format the reader of a format file; `undefined` means that answers have a built-in format
 * @throws UsageError if `format` is anything else, RecordingsError if the recording can't be read, or TransferError if
 *   the recording has no answer for this setting
 */
export async function openRecording(
  folder: string,
  setting: AnswerSetting,
  format: FileFormat | FormatReader | undefined,
): Promise<Source> {
  if (typeof format === 'string')
    throw new UsageError(`${folder} is a recording: use --format file:PATH, or leave --format out.`);
  const found = answersOfSetting(setting, folder, await readRecordings(folder));
  if (found.answers.length === 0)
    throw new TransferError(`${folder} has no answer of ${OPERATIONS_OF[setting]}.`);
  // A null result has no element on the wire (contract 4.1), and is null in JSON.
  const answers = found.answers.map(({ result, ...answer }) => ({ ...answer, text: result ?? 'null' }));
  return answersSource(folder, { ...found, answers }, format);
}

const OPERATIONS_OF: Readonly<Record<AnswerSetting, string>> = {
  LIST_FORMAT: 'SelectEvents or SelectEventsRanged',
  EVENT_JSON_FORMAT: 'SelectEvent with bolAsJSON true',
  EVENT_TEXT_FORMAT: 'SelectEvent with bolAsJSON false',
};

function settingOf(call: Call): AnswerSetting {
  switch (call.operation) {
    case 'SelectEvent':
      return call.args.bolAsJSON ? 'EVENT_JSON_FORMAT' : 'EVENT_TEXT_FORMAT';
    case 'SelectEvents':
    case 'SelectEventsRanged':
      return 'LIST_FORMAT';
  }
}

/** Returns the answers whose format a setting gives, with the names of their files, and notes on what is left out. */
export function answersOfSetting(
  setting: AnswerSetting,
  folder: string,
  { source, recordings }: WholeRecording,
) {
  const answers: (Omit<Answer, 'text'> & { readonly result: string | null })[] = [];
  let [faults, singles] = [0, 0];
  for (const { call, answer } of recordings.values()) {
    const isSingle = call.operation === 'SelectEvent';
    if ('fault' in answer) faults += 1;
    else if (settingOf(call) === setting) {
      const name = path.join(folder, `${callKey(call)}.json`);
      answers.push({ name, askedId: isSingle ? call.args.intEventID : undefined, result: answer.result });
    } else if (isSingle && setting === 'LIST_FORMAT') singles += 1;
  }
  const leftOut: string[] = [];
  if (faults > 0) leftOut.push(`${pluralize(faults, 'call')} that got a fault`);
  if (singles > 0)
    leftOut.push(`${pluralize(singles, 'answer')} of SelectEvent, because only lists are read`);
  const notes = leftOut.map((what) => `not read from ${folder}: ${what}`);
  return { answers, leftOut: source.unfinished ? [`${folder} ${UNFINISHED}`, ...notes] : notes };
}
