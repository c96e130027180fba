import { renderWsdl } from '../bindings/wsdl';
import type { Config } from '../config';
import { checkNamespace, parsePublicUrl } from '../config/checks';
import { SettingError } from '../config/read-env';
import { ENDPOINT } from '../contract/bindings';
import { UsageError } from '../lib/errors';
import { localUrl } from '../ops/listen';
import { endpointOf } from '../server/public-address';
import { defineCommand, setUp } from './command';

const HELP = `Prints the WSDL byte for byte as the service serves it, so that you can keep a copy.

  events-query wsdl [--url SITE_ROOT] [--namespace NAMESPACE]

  --url        the site root in the addresses of the WSDL (PUBLIC_URL, else HOST and PORT)
  --namespace  the service's namespace (SERVICE_NAMESPACE, else http://tempuri.org/)

Example: events-query wsdl --url https://events.example.org > Events.wsdl
`;

export const wsdlCommand = defineCommand({
  help: HELP,
  options: { url: { type: 'string' }, namespace: { type: 'string' } },
  async run({ values }, context) {
    const { config } = setUp(context);
    const endpoint = endpointOf(siteRoot(values.url, config), ENDPOINT);
    const namespace =
      values.namespace === undefined
        ? config.serviceNamespace
        : asOption('--namespace', values.namespace, checkNamespace);
    context.stdout.write(renderWsdl({ namespace, endpoint }));
    return 0;
  },
});

function siteRoot(option: string | undefined, { publicUrls, host, port }: Config): string {
  if (option !== undefined) return asOption('--url', option, parsePublicUrl).root;
  const [first] = publicUrls;
  if (first !== undefined) return first.root;
  if (port === 0)
    throw new SettingError(
      'wsdl needs a fixed port, and PORT=0 means any free port: give the site root with --url.',
    );
  return localUrl(host, port);
}

/** Checks an option like a setting. In the message the option's name replaces the setting's name. */
function asOption<Value>(option: string, value: string, check: (value: string) => Value): Value {
  try {
    return check(value);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new UsageError(`${error.message.replace(/^\w+/, option)}.`);
  }
}
