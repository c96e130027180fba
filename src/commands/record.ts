import { ENDPOINT } from '../contract/endpoint';
import { UsageError, UserError } from '../errors';
import { listen } from '../ops/listen';
import { listenForStop } from '../ops/signals';
import { createRecorder, type Missed, openForRecording, Upstream } from '../replay';
import { watchForDrain } from '../sockets/drain';
import { defineCommand, setUp } from './command';
import { counted } from './counted';
import { upstreamAddress, upstreamNamespace } from './upstream';

const HELP = `Passes calls on to another service of this interface, and keeps each distinct call with its answer.

  events-query record --upstream URL --out DIR

  --upstream  the service to record: the address of its .asmx, or its site root
  --out       the folder that gets a file for each call

Listens on HOST and PORT; clients call it in the service's place. SIGTERM or Ctrl+C ends it, with 1 when no call was
recorded, or a request was lost: the last line tells what the service did not answer from what could not be written.
events-query serve --replay DIR answers from the folder.

Example: events-query record --upstream http://legacy.example.org/WebServices/Events.asmx --out recorded
`;

export const recordCommand = defineCommand({
  help: HELP,
  options: { upstream: { type: 'string' }, out: { type: 'string' } },
  async run({ values }, context) {
    const { config, observe } = setUp(context, context.stdout);
    if (values.out === undefined)
      throw new UsageError('record needs a folder for what it records: --out DIR.');
    if (values.upstream === undefined)
      throw new UsageError('record needs the service to record: --upstream URL.');
    const upstream = new Upstream(upstreamAddress('--upstream', values.upstream));
    const namespace = await upstreamNamespace(upstream, 'nothing can be recorded');
    const folder = await openForRecording(values.out, { upstream: upstream.address, namespace });

    const missed = new Map<keyof typeof MISSED, number>();
    const miss = (why: Missed, message: string) => {
      missed.set(why, (missed.get(why) ?? 0) + 1);
      observe({ kind: 'warning', message });
    };
    const server = createRecorder({ upstream, namespace, folder, miss, ...config });
    const drain = watchForDrain(server);
    const signals = listenForStop();
    const settings = { host: 'HOST', port: 'PORT' };
    const url = await listen(server, { host: config.host, port: config.port, settings });
    observe({ kind: 'notice', message: `Call ${url}${ENDPOINT} to record ${upstream}.` });
    await signals.first;
    const cutOff = await drain.stop(config.shutdownGraceMs);
    if (cutOff > 0) missed.set('cut off', cutOff);
    signals.release();
    const lost = lossesOf(missed);
    if (folder.size === 0) {
      throw new UserError(`Not one call was recorded: ${values.out} holds nothing new to replay${lost}.`);
    }
    context.stdout.write(`${counted(folder.size, 'call')} recorded in ${values.out}${lost}\n`);
    return missed.size === 0 ? 0 : 1;
  },
});

const MISSED = {
  unanswered: 'that the service did not answer',
  'not understood': 'whose answer was not understood',
  'not written': 'that could not be written',
  incomplete: 'that did not come whole',
  'cut off': 'that the end of the recording cut off',
} as const satisfies Readonly<Record<Missed | 'cut off', string>>;

/** Who records again has to know what to mend: the old service, the folder or the clients. */
function lossesOf(missed: ReadonlyMap<keyof typeof MISSED, number>): string {
  if (missed.size === 0) return '';
  const losses = [...missed].map(([why, count]) => `${counted(count, 'request')} ${MISSED[why]}`);
  return `; not recorded: ${losses.join(', ')} (the warnings say why)`;
}
