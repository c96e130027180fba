import { ENDPOINT } from '../contract/bindings';
import { networkFailure, UserError } from '../lib/errors';
import { unescapeMarkup } from '../lib/text/markup';
import type { UpstreamAnswer } from '../recordings/read-answer';
import { RemoteService, SHORT_LIMITS, Upstream, type UpstreamLimits } from '../recordings/upstream';
import { wrongValue } from './arguments';

/** The default rate limit is low, because the old service may be slow and in use. */
export const CALLS_PER_SECOND = 2;

/**
 * Returns the address of another service. If the value is a site root, the path of the `.asmx` is added.
 * @param subject the beginning of the message, such as `--from`
 * @throws UsageError if the value is not an HTTP address
 */
export function upstreamAddress(subject: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isAddress =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === '';
  if (!isAddress) throw wrongValue(subject, `an address of the form http://HOST:PORT${ENDPOINT}`, value);
  return url.origin + (url.pathname === '/' ? ENDPOINT : url.pathname);
}

/**
 * Opens another service, and reads its namespace from its WSDL. So a command fails early if another program answers at
 * the address.
 * @param consequence the end of the message if there is no WSDL, such as `nothing can be recorded`
 * @throws UserError if there is no WSDL
 */
export async function openService(
  address: string,
  consequence: string,
  limits?: UpstreamLimits,
): Promise<RemoteService> {
  const upstream = new Upstream(address, SHORT_LIMITS);
  const answer = await getFrom(upstream, '?WSDL');
  const namespace = targetNamespaceOf(answer.body.toString('utf8'));
  if (namespace !== undefined) return new RemoteService(address, namespace, limits);
  throw new UserError(
    `${upstream}?WSDL is not the WSDL of an ASMX service (status ${answer.status}): ${consequence}.`,
  );
}

/**
 * Sends a GET as a browser does.
 * @param rest the path info and query after the address of the service
 * @throws UserError if there is no complete answer
 */
export function getFrom(upstream: Upstream, rest: string): Promise<UpstreamAnswer> {
  return upstream.send({ method: 'GET', rest }).catch((cause: unknown) => {
    throw new UserError(`${upstream} can't be reached: ${networkFailure(cause)}.`, { cause });
  });
}

/**
 * Returns the target namespace of a WSDL, or `undefined` if the text is not a WSDL. No namespace has control characters,
 * which could change the terminal that shows them.
 */
function targetNamespaceOf(wsdl: string): string | undefined {
  // Two searches, instead of a single regular expression, keep the time linear even if a text only begins like a WSDL.
  const tag = /<(?:\w+:)?definitions /.exec(wsdl);
  const start = tag === null ? wsdl.length : tag.index;
  const attributes = wsdl.slice(start, wsdl.indexOf('>', start) + 1);
  const namespace = unescapeMarkup(/[ \t\r\n]targetNamespace="([^"]+)"/.exec(attributes)?.[1] ?? '');
  return namespace === '' || /\p{Cc}/u.test(namespace) ? undefined : namespace;
}
