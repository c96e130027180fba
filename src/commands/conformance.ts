import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Address, exchange } from '../conformance/exchange';
import { judge, NOT_COMPARABLE } from '../conformance/judge';
import { type Played, renderDifferences, renderTable } from '../conformance/table';
import type { Deviation, Vector } from '../conformance/vectors';
import { TransferError } from '../transfer/errors';
import type { CommandContext } from './context';
import { exitStatus, UsageError } from './usage';

const HELP = `Plays the recorded ASMX exchanges against a service and prints what agrees, by group.

  events-query conformance http://HOST:PORT [--echo] [--verbose]

  --echo     the service answers its arguments as Op|first|second, as the recorded one did: results count too
  --verbose  names each exchange that differs, and the first difference

Ends with 0 when nothing differs, 1 when something does. Namespaces other than the service's own are left out.

Example: events-query conformance http://127.0.0.1:8080
`;

const FOLDER = path.join(__dirname, '../../conformance');

/** Answers the exit status: 0 when nothing differs, 1 when something does, 2 after wrong use. */
export function conformanceCommand(argv: readonly string[], context: CommandContext): Promise<number> {
  return exitStatus(async () => {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { echo: { type: 'boolean' }, verbose: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (values.help === true) {
      context.stdout.write(HELP);
      return 0;
    }
    const address = addressOf(positionals);
    const namespace = await namespaceOf(address);
    const vectors: Vector[] = JSON.parse(await readFile(path.join(FOLDER, 'vectors.json'), 'utf8')).vectors;
    const comparable = vectors.filter(({ ns }) => ns === namespace);
    const played = await play(comparable, address, values.echo === true);
    if (values.verbose === true) context.stdout.write(renderDifferences(played));
    context.stdout.write(renderTable(played));
    const left = vectors.length - played.length;
    if (left > 0)
      context.stdout.write(`${left} exchanges of another namespace than ${namespace} were left out.\n`);
    return played.some(({ judgement }) => judgement.verdict === 'different') ? 1 : 0;
  }, context);
}

async function play(vectors: readonly Vector[], address: Address, isEcho: boolean): Promise<Played[]> {
  const deviations: Deviation[] = JSON.parse(await readFile(path.join(FOLDER, 'deviations.json'), 'utf8'));
  const played: Played[] = [];
  for (const vector of vectors) {
    const deviation = deviations.find(({ id }) => id === vector.id);
    const answer = await exchange(vector, address);
    // An echo alone can't throw on demand, as the service of these did.
    const judgement =
      isEcho && vector.app !== undefined ? NOT_COMPARABLE : judge(vector, deviation, answer, isEcho);
    played.push({ vector, judgement });
  }
  return played;
}

function addressOf(positionals: readonly string[]): Address {
  const [target = ''] = positionals;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (positionals.length !== 1 || url?.protocol !== 'http:') {
    throw new UsageError(
      'conformance takes one address of the form http://HOST:PORT; --help shows an example.',
    );
  }
  return { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80) };
}

async function namespaceOf({ hostname, port }: Address): Promise<string> {
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  const response = await fetch(`http://${host}:${port}/WebServices/Events.asmx?WSDL`).catch(
    (cause: unknown) => {
      throw new TransferError(`Nothing answers at ${host}, port ${port}.`, { cause });
    },
  );
  return /targetNamespace="([^"]*)"/.exec(await response.text())?.[1] ?? '';
}
