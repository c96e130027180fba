import { ENDPOINT } from '../contract/endpoint';
import { UsageError, UserError } from '../errors';
import { listen } from '../ops/listen';
import { listenForStop } from '../ops/signals';
import { createRecorder, openForRecording, Upstream } from '../replay';
import { watchForDrain } from '../sockets/drain';
import { defineCommand, setUp } from './command';
import { counted } from './counted';
import { upstreamAddress, upstreamNamespace } from './upstream';

const HELP = `Passes calls on to another service of this interface, and keeps each distinct call with its answer.

  events-query record --upstream URL --out DIR

  --upstream  the service to record: the address of its .asmx, or its site root
  --out       the folder that gets a file for each call

Listens on HOST and PORT; clients call it in the service's place. SIGTERM or Ctrl+C ends it, with 1 when no call was
recorded. events-query serve --replay DIR answers from the folder.

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

    let missed = 0;
    const warn = (message: string) => {
      missed += 1;
      observe({ kind: 'warning', message });
    };
    const server = createRecorder({ upstream, namespace, folder, warn, ...config });
    const drain = watchForDrain(server);
    const signals = listenForStop();
    const settings = { host: 'HOST', port: 'PORT' };
    const url = await listen(server, { host: config.host, port: config.port, settings });
    observe({ kind: 'notice', message: `Call ${url}${ENDPOINT} to record ${upstream}.` });
    await signals.first;
    await drain.stop(config.shutdownGraceMs);
    signals.release();
    if (folder.size === 0) {
      throw new UserError(`Not one call was recorded: ${values.out} holds nothing new to replay.`);
    }
    const lost = missed === 0 ? '' : `, ${missed} not: the warnings say why`;
    context.stdout.write(`${counted(folder.size, 'call')} recorded in ${values.out}${lost}\n`);
    return missed === 0 ? 0 : 1;
  },
});
