import { UsageError, UserError } from '../lib/errors';
import { type Played, play } from '../recordings/conformance/judge';
import { renderDifferences, renderSummary, renderTable } from '../recordings/conformance/report';
import { readCases } from '../recordings/conformance/vectors';
import { SHORT_LIMITS } from '../recordings/upstream';
import { defineCommand } from './command';
import { openService, upstreamAddress } from './upstream';

const HELP = `Sends requests that were recorded with ASMX to a service, and prints for each group how many answers are the same.

  events-query conformance URL [--echo] [--verbose]

  URL        the service: the address of its .asmx, or its site root
  --echo     also compare the texts of results; for this, the service must answer each call with the name of the
             operation and its arguments, such as SelectEvents|3|2026
  --verbose  list each answer that differs, with its first difference

The requests are sent in the service's own namespace, which is read from its WSDL. Without --echo the shape of a result
is compared, not its text. The table counts the answers that are the same, that differ on purpose (deliberate), and that
differ, and the requests that need another service (not comparable). docs/compatibility.md lists what differs on
purpose. The exit status is 0 if calls were answered with results and nothing differs, else 1.

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
    stdout.write(
      `The namespace of the service is ${service.namespace}. ${renderSummary(played, cases.length)}`,
    );
    if (!played.some(isResult))
      throw new UserError('No answer with a result was as recorded, so the comparison proves nothing.');
    return played.some(({ judgement }) => judgement.verdict === 'different') ? 1 : 0;
  },
});

function isResult({ judgement }: Played): boolean {
  return (judgement.verdict === 'same' || judgement.verdict === 'deliberate') && judgement.isResult;
}
