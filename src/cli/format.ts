import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text as joined } from 'node:stream/consumers';
import { FormatError } from '../formats/document';
import { NoEventsError } from '../formats/infer/choose';
import { type InferOptions, type InferredFile, inferFormat } from '../formats/infer/infer';
import type { ReadEvent } from '../formats/read';
import { readWithin } from '../lib/async-iterables';
import { UsageError, UserError } from '../lib/errors';
import { quoted } from '../lib/text/messages';
import { monthCalls, rateLimit, requestResult } from '../recordings/client';
import { readRecordings } from '../recordings/folder';
import { Upstream } from '../recordings/upstream';
import { checkDraft } from '../transfer/check/draft';
import { RowRefusal, TransferError } from '../transfer/errors';
import { defaultOptions } from '../transfer/import-options';
import { refuseEmpty, refuseOtherText } from '../transfer/read/signatures';
import { fileBytes } from '../transfer/read/source';
import { openText } from '../transfer/read/text';
import { choiceOf } from './arguments';
import { type CommandContext, defineCommand, setUp } from './command';
import { ANSWER_SETTINGS, type AnswerSetting, answersOfSetting } from './import-recording';
import { CALLS_PER_SECOND, getFrom, openService, upstreamAddress } from './upstream';

const HELP = `Infers a format file from a sample: an old service's answers in JSON or XML, or a table (CSV).

  events-query format --from FILE|DIR|URL [--for SETTING]

  --from  the sample, which can be:
          - a file with an answer or a table, or - for standard input
          - a folder that events-query record has made: format reads all lists in it
          - the address of an answer (http://old/…/Events.asmx/SelectEvents?…)
          - the address of the .asmx of a running service: format asks for the months of this year and last year, one
            call at a time and at most two a second
  --for   the setting in which the file will be used: LIST_FORMAT (the default); for answers of SelectEvent in a folder
          of events-query record, EVENT_JSON_FORMAT (bolAsJSON is true) or EVENT_TEXT_FORMAT (bolAsJSON is false)

The file has a placeholder only where every value of the sample fits. All other values become extra fields. Standard
error lists the extra fields, and what the sample does not show. Times without an offset are read in TIME_ZONE. At the
end, format tries the file on the sample, and reports what the file does not read, or writes differently. If no title or
no start was found, the exit status is 1: put the placeholder into the file by hand. docs/events.md describes the file.

Example: events-query format --from old-answer.json > old.format.json
`;

export const formatCommand = defineCommand({
  help: HELP,
  options: { from: { type: 'string' }, for: { type: 'string' } },
  async run({ values: { from, for: setting = 'LIST_FORMAT' } }, context) {
    if (from === undefined)
      throw new UsageError('format needs a sample: --from FILE, --from DIR or --from URL.');
    const { timeZone } = setUp(context).config;
    const samples = await samplesFrom(from, choiceOf('--for', setting, ANSWER_SETTINGS), context);
    const { text, problem, notes } = infer(samples, timeZone);
    context.stdout.write(text);
    for (const note of [...(samples.leftOut ?? []), ...notes]) context.stderr.write(`note: ${note}\n`);
    if (problem === undefined) return 0;
    throw new UserError(problem);
  },
});

interface Samples extends InferOptions {
  /** Messages begin with this name. */
  readonly name: string;
  /** An answer without a result is `null`. */
  readonly answers: readonly (string | null)[];
  /** This is the end of the message if no answer has an event. */
  readonly none?: string;
  /** These notes say what is not in the answers. */
  readonly leftOut?: readonly string[];
}

async function samplesFrom(
  from: string,
  setting: AnswerSetting,
  { stdin }: CommandContext,
): Promise<Samples> {
  if ((await stat(from).catch(() => undefined))?.isDirectory()) return recordedSamples(from, setting);
  if (setting !== 'LIST_FORMAT') throw new UsageError(`--for ${setting} needs a recording: --from DIR.`);
  if (from === '-') return sampleIn(stdin as AsyncIterable<Buffer>, 'standard input');
  if (!/^https?:/i.test(from)) return sampleIn(fileBytes(from), from);
  const [, service, call] = /^([^?#]*\.asmx)(\/[^?#]+\?[^#]+)$/i.exec(from) ?? [];
  return service === undefined || call === undefined
    ? monthsOf(from)
    : sampleIn(answerAt(new Upstream(upstreamAddress('--from', service)), call), from);
}

async function sampleIn(bytes: AsyncIterable<Uint8Array>, name: string): Promise<Samples> {
  const whole = await readWithin(MAX_BYTES, bytes);
  if (whole === undefined)
    throw new UserError(
      `${name} is longer than 64 MB: save the first part of the file, and use that as the sample.`,
    );
  const { text, encoding } = await textOf(whole, name);
  refuseEmpty(text, name);
  refuseOtherText(text.slice(0, HEAD), name);
  // An editor may have added white space around XML or JSON. The inferred format would write it in every answer.
  return { name, answers: [/^\s*[<[{]/.test(text) ? text.trim() : text], encoding };
}

/** This many characters are enough to detect what a file is. */
const HEAD = 4096;
/** A file with more bytes than this is rejected. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Spreadsheets in western Europe write files in this encoding. `NOT_WESTERN` recognizes other files: text in another
 * encoding has several of these letters in a row, and a file that is not text has control characters.
 */
const WESTERN = 'windows-1252';
const NOT_WESTERN = /[^\P{Cc}\t\n\f\r]|[À-ÿ]{3}/u;

async function textOf(bytes: Buffer, name: string): Promise<{ text: string; encoding?: string }> {
  try {
    return { text: await decoded(bytes, name) };
  } catch (error) {
    if (!(error instanceof TransferError)) throw error;
    const text = await decoded(bytes, name, WESTERN);
    if (!NOT_WESTERN.test(text)) return { text, encoding: WESTERN };
    throw new UserError(`${name} is not UTF-8, and does not look like ${WESTERN}: save the file as UTF-8.`, {
      cause: error,
    });
  }
}

async function decoded(bytes: Buffer, name: string, encoding?: string): Promise<string> {
  const { text } = await openText(Readable.from([bytes]), name, encoding);
  return joined(text);
}

async function* answerAt(upstream: Upstream, rest: string): AsyncGenerator<Uint8Array> {
  const { pathname, search } = new URL(rest, upstream.address);
  const { status, body } = await getFrom(upstream, pathname + search);
  if (status !== 200) throw new UserError(`${upstream}${rest} was answered with status ${status}.`);
  yield body;
}

async function recordedSamples(folder: string, setting: AnswerSetting): Promise<Samples> {
  const { answers: found, leftOut } = answersOfSetting(setting, folder, await readRecordings(folder));
  const answers = found.map(({ result }) => result);
  const samples = { name: folder, answers, leftOut };
  if (setting === 'LIST_FORMAT')
    return { ...samples, none: 'has no list with an event: record months that have events.' };
  // The answer with an event is probably longer than the answer for a missing event.
  const [text = ''] = answers.map((one) => one?.trim() ?? '').sort((one, other) => other.length - one.length);
  const none =
    text === ''
      ? `has no answer of SelectEvent for ${setting} that is an event in JSON or XML. Record some with events-query record --events. For events in text, docs/events.md shows a format file.`
      : `has answers of SelectEvent for ${setting} such as ${quoted(text, 60)}, which are not events in JSON or XML: for events in text, docs/events.md shows a format file.`;
  return { ...samples, answerKind: 'events', none };
}

/** Requests all months of two years, because one month may lack times of day, or events without a location. */
async function monthsOf(from: string): Promise<Samples> {
  const service = await openService(upstreamAddress('--from', from), 'no format can be inferred');
  const limit = rateLimit(CALLS_PER_SECOND);
  const year = new Date().getUTCFullYear();
  const answers: (string | null)[] = [];
  for (const call of monthCalls({ year: year - 1, month: 1 }, { year, month: 12 })) {
    await limit();
    answers.push(await requestResult(service, call));
  }
  const none = `has no events in ${year - 1} and ${year}: save an answer that has events, and give that file to --from.`;
  return { name: String(service), answers, none };
}

/** Infers a format file from the samples. @throws UserError with a message that begins with the name of the samples */
function infer({ name, answers, none, ...options }: Samples, timeZone: string): InferredFile {
  const { zone } = defaultOptions(timeZone);
  const place = { file: name, unit: 'element', number: 1 } as const;
  const refusalOf = ({ draft, sourceOf }: ReadEvent) => {
    const checked = checkDraft({ place, draft, sourceOf });
    return checked instanceof RowRefusal ? checked.why : undefined;
  };
  try {
    return inferFormat(answers, zone, { ...options, refusalOf });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const isEmpty = none !== undefined && error instanceof NoEventsError;
    throw new UserError(isEmpty ? `${name} ${none}` : `${name}: ${error.message}`, { cause: error });
  }
}
