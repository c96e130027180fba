import { ENDPOINT } from '../contract/endpoint';
import { targetNamespaceOf } from '../contract/target-namespace';
import { UsageError, UserError } from '../lib/errors';
import { type Address, send } from '../recordings/conformance/exchange';
import { type Played, play } from '../recordings/conformance/judge';
import { renderDifferences, renderSummary, renderTable } from '../recordings/conformance/report';
import { readCases } from '../recordings/conformance/vectors';
import { defineCommand } from './command';

const HELP = `Plays the recorded ASMX exchanges against a service and prints how many agree, by group.

  events-query conformance http://HOST:PORT [--echo] [--verbose]

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
    const address = addressOf(positionals);
    const namespace = await namespaceOf(address);
    const cases = await readCases();
    const played = await play(cases, address, { namespace, isEcho: echo });
    if (verbose) stdout.write(renderDifferences(played));
    stdout.write(renderTable(played));
    stdout.write(`In the namespace ${namespace}. ${renderSummary(played, cases.length)}`);
    if (!played.some(isResult)) {
      throw new UserError('No call was answered with a result as recorded, so nothing is proved.');
    }
    return played.some(({ judgement }) => judgement.verdict === 'different') ? 1 : 0;
  },
});

function isResult({ judgement }: Played): boolean {
  return (judgement.verdict === 'same' || judgement.verdict === 'deliberate') && judgement.isResult;
}

function addressOf(positionals: readonly string[]): Address {
  const [target] = positionals;
  if (target === undefined)
    throw new UsageError('conformance needs an address, such as http://127.0.0.1:8080.');
  if (positionals.length > 1)
    throw new UsageError(`conformance takes one address, not ${positionals.length}.`);
  const url = URL.canParse(target) ? new URL(target) : undefined;
  const isWhole = url !== undefined && ['/', ENDPOINT.toLowerCase()].includes(url.pathname.toLowerCase());
  if (url?.protocol !== 'http:' || !isWhole || url.search !== '') {
    throw new UsageError(
      `conformance takes an address of the form http://HOST:PORT, not ${JSON.stringify(target)}.`,
    );
  }
  return { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80) };
}

/** Reads the service's namespace from its WSDL. */
async function namespaceOf(address: Address): Promise<string> {
  const { hostname, port } = address;
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  const head = [`GET ${ENDPOINT}?WSDL HTTP/1.1`, `Host: ${host}:${port}`, 'Connection: close'];
  const answer = await send(Buffer.from(`${head.join('\r\n')}\r\n\r\n`), address).catch((cause: unknown) => {
    throw new UserError(`No web server answers at ${host}, port ${port}.`, { cause });
  });
  const namespace = targetNamespaceOf(answer.body.toString('utf8'));
  if (answer.status !== 200 || namespace === undefined) {
    throw new UserError(
      `http://${host}:${port}${ENDPOINT}?WSDL is not the WSDL of an ASMX service (status ${answer.status}): nothing was compared.`,
    );
  }
  return namespace;
}
