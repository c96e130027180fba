import { OPERATIONS } from '../contract/operations';
import { UsageError, UserError } from '../lib/errors';
import { escapeControls, pluralize } from '../lib/text/messages';
import { compare, type Difference, type Outcome } from '../recordings/compare';
import { readRecordings, UNFINISHED } from '../recordings/folder';
import { SHORT_LIMITS } from '../recordings/upstream';
import { defineCommand, progressBar } from './command';
import { openService, upstreamAddress } from './upstream';

const HELP = `Plays a recording against a service and shows what differs. Use it to prove a migration.

  events-query compare [--verbose] DIR URL

  DIR        a recording, as events-query record makes it
  URL        the service: the address of its .asmx, or its site root
  --verbose  lists each call that differs or has no answer, with its differences

Each call is made through the binding in which it was recorded. Results are compared character by character, and faults
by code and text. The output says how many answers are the same, different or missing. Then it lists each kind of
difference, the number of calls that have it, and an example. Operations without a recorded call are named. The exit
status is 0 only if calls were compared, all answers are the same, and the recording is finished.

Example: events-query compare recorded http://127.0.0.1:8080
`;

export const compareCommand = defineCommand({
  help: HELP,
  options: { verbose: { type: 'boolean' } },
  takesPositionals: true,
  async run({ values: { verbose = false }, positionals }, { stdout, stderr }) {
    const [folder, url, ...more] = positionals;
    if (folder === undefined || url === undefined || more.length > 0)
      throw new UsageError('compare takes a recording and an address: compare DIR URL.');
    const address = upstreamAddress('The URL', url);
    const { source, recordings } = await readRecordings(folder);
    const service = await openService(address, 'nothing was compared', SHORT_LIMITS);
    if (service.namespace !== source.namespace) {
      throw new UserError(
        `${service} has the namespace ${service.namespace}, but ${folder} was recorded in ${source.namespace}, so nothing was compared: start the service with SERVICE_NAMESPACE=${source.namespace}.`,
      );
    }
    const counts = { same: 0, different: 0, missing: 0 };
    const kinds = new Map<string, KindOfDifference>();
    const progress = progressBar(stderr);
    for await (const outcome of compare(service, recordings.values())) {
      progress.show(`${counts.same + counts.different + counts.missing} calls made`);
      const [first] = outcome.differences;
      const verdict = first === undefined ? 'same' : first.kind === 'no answer' ? 'missing' : 'different';
      counts[verdict] += 1;
      addKinds(kinds, outcome);
      if (!verbose || first === undefined) continue;
      progress.clear();
      stdout.write(`${outcome.call}:\n`);
      for (const one of outcome.differences) stdout.write(`  ${headOf(one)}: ${excerptsOf(one)}\n`);
    }
    progress.clear();
    stdout.write(`same ${counts.same}, different ${counts.different}, missing ${counts.missing}\n`);
    for (const { difference, call, calls } of kinds.values()) {
      const found = `${headOf(difference)} in ${pluralize(calls, 'call')}, such as ${call}`;
      stdout.write(`${found}\n  ${excerptsOf(difference)}\n`);
    }
    const recorded = new Set([...recordings.values()].map(({ call }) => call.operation));
    const others = OPERATIONS.map(({ name }) => name).filter((name) => !recorded.has(name));
    if (others.length > 0)
      stdout.write(`not compared, because the recording has no calls of them: ${others.join(', ')}\n`);
    if (source.unfinished)
      throw new UserError(`${folder} ${UNFINISHED}: start the same record command again.`);
    // A recording without calls was refused above.
    return counts.different + counts.missing === 0 ? 0 : 1;
  },
});

interface KindOfDifference {
  readonly difference: Difference;
  /** This is the first call with this difference. */
  readonly call: string;
  calls: number;
}

function addKinds(kinds: Map<string, KindOfDifference>, { call, differences }: Outcome): void {
  for (const difference of differences) {
    const key = `${difference.kind} ${difference.name}`;
    const known = kinds.get(key) ?? { difference, call, calls: 0 };
    known.calls += 1;
    kinds.set(key, known);
  }
}

function headOf({ kind, name }: Difference): string {
  return name === '' ? kind : `${kind} (${escapeControls(name)})`;
}

function excerptsOf({ kind, character, recorded, given }: Difference): string {
  if (kind === 'no answer') return 'there is no answer to compare';
  const quoted = (text: string) => escapeControls(JSON.stringify(text));
  if (kind === 'unreadable answer') return `the answer begins with ${quoted(given)}`;
  return `from character ${character}: recorded ${quoted(recorded)}, answered ${quoted(given)}`;
}
