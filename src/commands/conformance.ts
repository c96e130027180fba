import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Address, exchange } from '../conformance/exchange';
import { judge } from '../conformance/judge';
import { type Played, renderDifferences, renderTable } from '../conformance/table';
import type { Deviation, Vector } from '../conformance/vectors';
import type { CommandContext } from './context';

const HELP = `Plays the recorded ASMX exchanges against a service and prints what agrees, by group.

  events-query conformance http://HOST:PORT [--echo] [--verbose]

  --echo     the service answers its arguments as Op|first|second, as the recorded one did: results count too
  --verbose  names each exchange that differs, and the first difference

Ends with 0 when nothing differs, 1 when something does. Needs a checkout of the project: the exchanges are in
test/contract. Namespaces other than the service's own are left out.

Example: events-query conformance http://127.0.0.1:8080
`;

const FOLDER = path.join(__dirname, '../../test/contract');

export async function conformanceCommand(argv: readonly string[], context: CommandContext): Promise<number> {
  const parsed = readArguments(argv);
  if (typeof parsed === 'string') {
    context.stderr.write(`${parsed}\n`);
    return 2;
  }
  if (parsed.help) {
    context.stdout.write(HELP);
    return 0;
  }
  const { address, isEcho, verbose } = parsed;
  const vectors: Vector[] = JSON.parse(await readFile(path.join(FOLDER, 'vectors.json'), 'utf8')).vectors;
  const deviations: Deviation[] = JSON.parse(await readFile(path.join(FOLDER, 'deviations.json'), 'utf8'));
  const namespace = await namespaceOf(address);
  const played: Played[] = [];
  for (const vector of vectors.filter(({ ns }) => ns === namespace)) {
    const deviation = deviations.find(({ id }) => id === vector.id);
    // A service that throws on demand is needed for these; an echo alone can't play them.
    const comparable = vector.app === undefined || !isEcho;
    const answer = await exchange(vector, address);
    const judgement = comparable
      ? judge(vector, deviation, answer, isEcho)
      : ({ verdict: 'not comparable', differences: [] } as const);
    played.push({ vector, judgement });
  }
  if (verbose) context.stdout.write(renderDifferences(played));
  context.stdout.write(renderTable(played));
  const left = vectors.length - played.length;
  if (left > 0)
    context.stdout.write(`${left} exchanges of another namespace than ${namespace} were left out.\n`);
  return played.some(({ judgement }) => judgement.verdict === 'different') ? 1 : 0;
}

interface Arguments {
  readonly help: boolean;
  readonly address: Address;
  readonly isEcho: boolean;
  readonly verbose: boolean;
}

/** The arguments, or the sentence that says what is wrong with them. */
function readArguments(argv: readonly string[]): Arguments | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { echo: { type: 'boolean' }, verbose: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    const [target = ''] = positionals;
    const help = values.help === true;
    const url = URL.canParse(target) ? new URL(target) : undefined;
    if (!help && (positionals.length !== 1 || url?.protocol !== 'http:')) {
      return 'conformance takes one address of the form http://HOST:PORT; --help shows an example.';
    }
    const hostname = (url?.hostname ?? '').replace(/^\[|\]$/g, '');
    const address = { hostname, port: Number(url?.port || 80) };
    return { help, address, isEcho: values.echo === true, verbose: values.verbose === true };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function namespaceOf({ hostname, port }: Address): Promise<string> {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  const response = await fetch(`http://${host}:${port}/WebServices/Events.asmx?WSDL`);
  return /targetNamespace="([^"]*)"/.exec(await response.text())?.[1] ?? '';
}
