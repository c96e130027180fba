import { networkFailure, UsageError, UserError } from '../errors';
import { FormatError } from '../formats/document';
import { type ProposedFile, proposeFormat } from '../formats/propose/propose';
import { isRecording, readRecordings } from '../recordings/folder';
import { Client, monthCalls, rateLimit } from '../recordings/months';
import { callText } from '../recordings/recording';
import { joinAnswers } from '../recordings/sample';
import { Upstream } from '../recordings/upstream';
import { type Clock, clockOf } from '../time/clock';
import type { Answer } from '../transfer/read/answers';
import { fileBytes } from '../transfer/read/source';
import { decode } from '../transfer/read/text';
import { type CommandContext, defineCommand, setUp } from './command';
import { listAnswers } from './import-recording';
import { CALLS_PER_SECOND, upstreamAddress, upstreamNamespace } from './upstream';

const HELP = `Proposes a format file for the answers of an old service: names of fields are guessed, dates recognised.

  events-query format --from FILE|DIR|URL

  --from  an answer that was saved, - for standard input, a recording (events-query record), all of whose lists are
          read, the address of an answer (http://old/…/Events.asmx/SelectEvents?…), or the .asmx of a running service,
          which is asked for this year's and last year's months, one call at a time and two a second

What is printed is for you to correct: whether a last day is meant by an end, and which zone dates are in, only all-day
events tell, whose midnights are looked for in UTC and TIME_ZONE. What the file can't say, and where the answer that it
writes would differ from this one, is told on standard error; without a title or a start, or where it reads none of the
events, the exit status is 1. docs/formats.md says what may stand in it.

Example: events-query format --from old-answer.json > old.format.json
`;

export const formatCommand = defineCommand({
  help: HELP,
  options: { from: { type: 'string' } },
  async run({ values: { from } }, context) {
    if (from === undefined) throw new UsageError('format needs an old answer: --from FILE, or --from URL.');
    const clock = clockOf(setUp(context).config.timeZone);
    const { text, missing, remarks, events, unread } = await propose(from, clock, context);
    context.stdout.write(text);
    for (const remark of remarks) context.stderr.write(`${remark}\n`);
    if (events > 0 && unread === events)
      throw new UserError(
        'No import can read answers by the file before it is corrected: it reads none of this one.',
      );
    if (missing.length === 0) return 0;
    const placeholders = missing.map((field) => `{${field}}`).join(' and ');
    throw new UserError(
      `No ${missing.join(' and no ')} was found by its name: put ${placeholders} in its place, or no import can read answers by the file.`,
    );
  },
});

async function propose(from: string, clock: Clock, { stdin }: CommandContext): Promise<ProposedFile> {
  if (from === '-') return proposeFromBytes(stdin as AsyncIterable<Buffer>, 'standard input', clock);
  if (await isRecording(from)) return proposeFromRecording(from, clock);
  if (!/^https?:/i.test(from)) return proposeFromBytes(fileBytes(from), from, clock);
  const [, service, call] = /^([^?#]*\.asmx)(\/[^?#]+\?[^#]+)$/i.exec(from) ?? [];
  return service === undefined || call === undefined
    ? proposeFromService(from, clock)
    : proposeFromBytes(answerAt(new Upstream(upstreamAddress('--from', service)), call), from, clock);
}

async function proposeFromBytes(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  clock: Clock,
): Promise<ProposedFile> {
  const pieces: string[] = [];
  for await (const piece of decode(bytes, name)) pieces.push(piece);
  return proposeFormat(pieces.join(''), clock);
}

/** What a browser shows of an operation. */
async function* answerAt(upstream: Upstream, rest: string): AsyncGenerator<Uint8Array> {
  const sent = upstream.send({ method: 'GET', rest, headers: {}, body: Buffer.alloc(0) });
  const { status, body } = await sent.catch((cause: unknown) => {
    throw new UserError(`${upstream} can't be reached: ${networkFailure(cause)}.`, { cause });
  });
  if (status !== 200) throw new UserError(`${upstream}${rest} was answered with status ${status}.`);
  yield body;
}

async function proposeFromRecording(folder: string, clock: Clock): Promise<ProposedFile> {
  const { recordings } = await readRecordings(folder);
  const { answers } = listAnswers(folder, recordings.values());
  return proposeFromAnswers(answers, clock, `${folder} holds no list with an event.`);
}

/** All months of two years: one alone may have no times of day, or no event without a place. */
async function proposeFromService(from: string, clock: Clock): Promise<ProposedFile> {
  const upstream = new Upstream(upstreamAddress('--from', from));
  const namespace = await upstreamNamespace(upstream, 'no format can be proposed');
  const client = new Client(upstream, namespace, rateLimit(CALLS_PER_SECOND));
  const year = new Date().getUTCFullYear();
  const answers: Answer[] = [];
  for (const call of monthCalls({ year: year - 1, month: 1 }, { year, month: 12 }))
    answers.push({ name: callText(call), text: (await client.ask(call)) ?? '' });
  return proposeFromAnswers(
    answers,
    clock,
    `${upstream} answered no event in ${year - 1} and ${year}: save an answer that holds some, and propose from that file.`,
  );
}

/** @param none the sentence where no answer holds an event */
function proposeFromAnswers(answers: readonly Answer[], clock: Clock, none: string): ProposedFile {
  const sample = joinAnswers(answers.map(({ text }) => text));
  try {
    if (sample !== undefined) return proposeFormat(sample, clock);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  throw new UserError(none);
}
