import { UsageError, UserError } from '../errors';
import { FormatError } from '../formats/file/problems';
import { proposeFormat } from '../formats/file/propose';
import { keepInMemory, monthQuestions, paceOf, Upstream, upstreamService, walk } from '../replay';
import { fileBytes } from '../transfer/read/source';
import { decode } from '../transfer/read/text';
import { type CommandContext, defineCommand } from './command';
import { CALLS_PER_SECOND, upstreamAddress, upstreamNamespace } from './upstream';

const HELP = `Proposes a format file for the answers of an old service: names of fields are guessed, dates recognised.

  events-query format --from FILE|URL

  --from  an answer that was saved, - for standard input, or the .asmx of a running service, which is asked for a
          month with events: this year's and last year's, one call at a time

What is printed is for you to correct: no answer tells which zone its dates are in, or whether a last day is meant by an
end. docs/formats.md says what may stand in it.

Example: events-query format --from old-answer.json > old.format.json
`;

export const formatCommand = defineCommand({
  help: HELP,
  options: { from: { type: 'string' } },
  async run({ values: { from } }, context) {
    if (from === undefined) throw new UsageError('format needs an old answer: --from FILE, or --from URL.');
    const proposed = /^https?:/i.test(from)
      ? await proposeFromService(from)
      : await proposeFromFile(from, context);
    context.stdout.write(proposed);
    return 0;
  },
});

async function proposeFromFile(from: string, { stdin }: CommandContext): Promise<string> {
  const bytes = from === '-' ? (stdin as AsyncIterable<Buffer>) : fileBytes(from);
  const pieces: string[] = [];
  for await (const piece of decode(bytes, from === '-' ? 'standard input' : from)) pieces.push(piece);
  return proposeFormat(pieces.join(''));
}

/** The first month whose answer holds events tells the shape. */
async function proposeFromService(from: string): Promise<string> {
  const upstream = new Upstream(upstreamAddress('--from', from));
  const namespace = await upstreamNamespace(upstream, 'no format can be proposed');
  const service = upstreamService(upstream, namespace);
  const year = new Date().getUTCFullYear();
  const questions = monthQuestions({ year: year - 1, month: 1 }, { year, month: 12 }).reverse();
  const options = {
    pace: paceOf(CALLS_PER_SECOND),
    maxCalls: 1,
    kept: keepInMemory(),
    check: async () => {},
    progress: () => {},
  };
  for (const question of questions) {
    const { answers } = await walk(service, [question], options);
    try {
      return proposeFormat(answers[0]?.text ?? '');
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  throw new UserError(
    `${upstream} answered no event in ${year - 1} and ${year}: save an answer that holds some, and propose from that file.`,
  );
}
