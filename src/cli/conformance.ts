import { UsageError, UserError } from '../lib/errors';
import { type Played, play } from '../recordings/conformance/judge';
import { renderDifferences, renderSummary, renderTable } from '../recordings/conformance/report';
import { readCases } from '../recordings/conformance/vectors';
import { SHORT_LIMITS } from '../recordings/upstream';
import { defineCommand } from './command';
import { openService, upstreamAddress } from './upstream';

const HELP = `Plays the recorded ASMX exchanges against a service and prints how many agree, by group.

  events-query conformance URL [--echo] [--verbose]

  URL        the service: the address of its .asmx, or its site root
  --echo     also compare results; the service must answer its arguments as Op|first|second, as the recorded one did
  --verbose  list each exchange that differs, with its first difference

The exchanges are sent in the service's own namespace, which is read from its WSDL. Without --echo the shape of a result
is compared, not its text. The exit status is 0 if calls were answered and nothing differs, else 1.

Example: events-query conformance http://127.0.0.1:8080
`;

export const conformanceCommand = defineCommand({
  help: HELP,
  options: { echo: { type: 'boolean' }, verbose: { type: 'boolean' } },
  takesPositionals: true,
  async run({ values: { echo = false, verbose = false }, positionals }, { stdout }) {
    const [url, ...more] = positionals;
    if (url === undefined || more.length > 0)
      throw new UsageError('conformance takes one address, such as http://127.0.0.1:8080.');
    const address = upstreamAddress('The URL', url);
    const service = await openService(address, 'nothing was compared', SHORT_LIMITS);
    const cases = await readCases();
    const played = await play(cases, service, echo);
    if (verbose) stdout.write(renderDifferences(played));
    stdout.write(renderTable(played));
    stdout.write(`In the namespace ${service.namespace}. ${renderSummary(played, cases.length)}`);
    if (!played.some(isResult))
      throw new UserError('No call was answered with a result as recorded, so nothing is proved.');
    return played.some(({ judgement }) => judgement.verdict === 'different') ? 1 : 0;
  },
});

function isResult({ judgement }: Played): boolean {
  return (judgement.verdict === 'same' || judgement.verdict === 'deliberate') && judgement.isResult;
}
