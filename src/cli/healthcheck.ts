import type { Config } from '../config';
import { SettingError } from '../config/read-env';
import { ENDPOINT } from '../contract/bindings';
import { UserError } from '../lib/errors';
import { escapeControls } from '../lib/text/messages';
import { localHost, localUrl } from '../ops/listen';
import { Upstream } from '../recordings/upstream';
import { defineCommand, setUp } from './command';
import { getFrom } from './upstream';

const HELP = `Checks that the service on this machine can answer. With ADMIN_PORT, healthcheck asks /ready on that port. Without it,
healthcheck calls SelectEvent for an event that can't exist. A service that replays a recording does not answer this
call, so give such a service an ADMIN_PORT. The exit status is 0 if the service can answer, else 1. Give healthcheck the
same settings as the service.

  events-query healthcheck

Example: ADMIN_PORT=8081 events-query healthcheck
`;

/** The answer is limited, because another program on the port may be slow or send any amount of data. */
const LIMITS = { stallMs: 4000, totalMs: 4000, bytes: 100_000 };
/** This call reaches the store, but no event has the id 0. */
const CALL = `${ENDPOINT}/SelectEvent?intEventID=0&bolAsJSON=true`;
const SENTENCE_LENGTH = 300;

export const healthcheckCommand = defineCommand({
  help: HELP,
  options: {},
  async run(_call, context) {
    const { host, port, path, mark } = probeOf(setUp(context).config);
    const { status, body } = await getFrom(new Upstream(localUrl(host, port), LIMITS), path);
    const text = body.toString('utf8');
    const [firstLine = ''] = text.split(/\r?\n/);
    if (status >= 500)
      throw new UserError(`Not ready: ${escapeControls(firstLine.slice(0, SENTENCE_LENGTH))}`);
    if (status !== 200 || !mark.test(text))
      throw new UserError(`The program on ${host}, port ${port}, is not this service.`);
    context.stdout.write('The service is ready.\n');
    return 0;
  },
});

/**
 * Returns where the health check asks, and for what. Only an answer of this service matches `mark`, because another
 * program may use the port.
 */
function probeOf({ host, port, adminHost, adminPort }: Config) {
  const probe =
    adminPort === undefined
      ? { setting: 'PORT', host: localHost(host), port, path: CALL, mark: /<string[\s>]/ }
      : {
          setting: 'ADMIN_PORT',
          host: localHost(adminHost),
          port: adminPort,
          path: '/ready',
          mark: /^The service is ready\.$/m,
        };
  if (probe.port !== 0) return probe;
  throw new SettingError(
    `healthcheck needs a fixed port, and ${probe.setting}=0 means any free port: set ${probe.setting} to the port of the service.`,
  );
}
