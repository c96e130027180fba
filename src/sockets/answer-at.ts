import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The answer that a connection is at, which Node notes and doesn't tell by a name of its own; none between two
 * requests.
 */
export function answerAt(socket: Socket & { readonly _httpMessage?: ServerResponse | null }) {
  return socket._httpMessage ?? undefined;
}
