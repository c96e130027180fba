import { parseArgs } from 'node:util';
import { endpointOf } from '../discovery/address';
import { renderWsdl, TEMPLATE_ROOT } from '../discovery/wsdl';
import { checkNamespace, parsePublicUrl } from '../settings/checks';
import { type Env, list, SettingError, text } from '../settings/values';
import type { CommandContext } from './context';
import { exitStatus, UsageError } from './usage';

const HELP = `Prints the WSDL, byte for byte as the service serves it, for those who keep a copy.

  events-query wsdl [--url SITE_ROOT] [--namespace NAMESPACE]

  --url        the site root that the addresses begin with (PUBLIC_URL, else ${TEMPLATE_ROOT})
  --namespace  the service's namespace (SERVICE_NAMESPACE, else http://tempuri.org/)

Example: events-query wsdl --url https://events.example.org > Events.wsdl
`;

/** Prints the WSDL. Answers the exit status: 0, 1 for a wrong setting, 2 after wrong use. */
export function wsdlCommand(argv: readonly string[], context: CommandContext): Promise<number> {
  return exitStatus(async () => {
    const { values } = parseArgs({
      args: [...argv],
      options: { url: { type: 'string' }, namespace: { type: 'string' }, help: { type: 'boolean' } },
    });
    if (values.help === true) {
      context.stdout.write(HELP);
      return 0;
    }
    const endpoint = endpointOf({ root: siteRoot(values.url, context.env) }, '/WebServices/Events.asmx');
    const namespace = serviceNamespace(values.namespace, context.env);
    context.stdout.write(renderWsdl({ namespace, endpoint }));
    return 0;
  }, context);
}

/** An empty option counts as not given, as an empty variable does. */
function siteRoot(option: string | undefined, env: Env): string {
  if (option) return asOption('--url', () => parsePublicUrl(option).root);
  const [first] = list(env, 'PUBLIC_URL', []);
  return first === undefined ? TEMPLATE_ROOT : parsePublicUrl(first).root;
}

function serviceNamespace(option: string | undefined, env: Env): string {
  if (option) return asOption('--namespace', () => checkNamespace(option));
  return checkNamespace(text(env, 'SERVICE_NAMESPACE', 'http://tempuri.org/'));
}

/** The checks of settings name the variable; here the user gave an option. */
function asOption<Value>(option: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new UsageError(error.message.replace(/^\w+/, option));
  }
}
