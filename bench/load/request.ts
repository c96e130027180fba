import { type Binding, callBy, ENDPOINT, type Request } from '../../test/support/calls';
import type { Call } from './question';

/**
 * Writes a whole HTTP request; without a call it is for the WSDL.
 * @param prefix the envelope's
 */
export function requestOf(binding: Binding, call: Call | undefined, prefix?: string): string {
  if (call === undefined) return message({ path: `${ENDPOINT}?WSDL`, headers: {} });
  return message(callBy(binding, call.operation, call.parameters, prefix));
}

function message({ path, headers, body }: Request): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`];
  const method = body === undefined ? 'GET' : 'POST';
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...lines, ...length];
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
