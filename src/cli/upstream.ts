import { ENDPOINT } from '../contract/endpoint';
import { targetNamespaceOf } from '../contract/target-namespace';
import { networkFailure, UsageError, UserError } from '../lib/errors';
import { FIRST_ANSWER, type Upstream } from '../recordings/upstream';

/** At the most, of a service that others use: it may be slow, and in the middle of its work. */
export const CALLS_PER_SECOND = 2;

/**
 * The address of another service's `.asmx`, from that or from its site root.
 * @param option as the user wrote it, or the command that takes it
 * @throws UsageError
 */
export function upstreamAddress(option: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const isAddress = url !== undefined && /^https?:$/.test(url.protocol) && url.search + url.hash === '';
  if (!isAddress || url.username !== '') {
    throw new UsageError(
      `${option} must be an address of the form http://HOST:PORT${ENDPOINT}, not ${JSON.stringify(given)}.`,
    );
  }
  return url.origin + (url.pathname === '/' ? ENDPOINT : url.pathname);
}

/**
 * The namespace of a service, from its WSDL: whoever is not the service that is meant is told at once.
 * @param consequence what fails where it is no such service: `nothing can be recorded`
 * @throws UserError
 */
export async function upstreamNamespace(upstream: Upstream, consequence: string): Promise<string> {
  const request = { method: 'GET', rest: '?WSDL', headers: {}, body: Buffer.alloc(0) };
  const answer = await upstream.send(request, FIRST_ANSWER).catch((cause: unknown) => {
    throw new UserError(`${upstream} can't be reached: ${networkFailure(cause)}.`, { cause });
  });
  const namespace = targetNamespaceOf(answer.body.toString('utf8'));
  if (answer.status === 200 && namespace !== undefined) return namespace;
  throw new UserError(
    `${upstream}?WSDL is no WSDL of an ASMX service (status ${answer.status}): ${consequence}.`,
  );
}
