import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { LimitName, Observe } from '../ops/observations';
import { answerAt } from './answer-at';

export interface SilenceLimits {
  /** Without a byte of an answer that is there to be taken. */
  readonly answerTimeoutMs: number;
  /** How long a call may be worked on; then, too, nothing moves. */
  readonly queryTimeoutMs: number;
}

/** How often a silence is looked at: so much of its limit may it last longer. */
const LOOKS = 10;

/** With what Node knows of it and doesn't tell by a name of its own. */
type Inside = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

interface Silence {
  readonly moved: string;
  readonly since: number;
}

/**
 * Ends connections on which nothing moves. Node's own clock begins anew at the first look that finds a part of a write
 * gone, which for a client that takes the beginning of an answer doubles the time: so it looks often, and the silence
 * is counted here.
 */
export function endSilence(server: Server, limits: SilenceLimits, observe: Observe): void {
  const { answerTimeoutMs, queryTimeoutMs } = limits;
  const silences = new WeakMap<Socket, Silence>();
  // Not whole, and so never the time for which Node keeps an idle connection.
  const look = Math.ceil(answerTimeoutMs / LOOKS) + 0.5;
  server.setTimeout(look, (socket: Inside) => {
    const isKept = socket.timeout !== look;
    const moved = movedOn(socket);
    const known = silences.get(socket);
    const since = known?.moved === moved ? known.since : Date.now() - (socket.timeout ?? 0);
    const most = socket.writableLength > 0 ? answerTimeoutMs : answerTimeoutMs + queryTimeoutMs;
    if (!isKept && Date.now() - since < most) {
      silences.set(socket, { moved, since });
      // It rings once, unless something moves.
      socket.setTimeout(look);
      return;
    }
    const limit = limitOf(socket);
    if (limit !== undefined) observe({ kind: 'limit-hit', limit });
    socket.destroy();
  });
}

/** Stays the same while no byte comes in, is written, or is taken by the system: a written piece leaves in parts. */
function movedOn({ bytesRead, bytesWritten, writableLength, _handle }: Inside): string {
  return `${bytesRead} ${bytesWritten} ${writableLength} ${_handle?.writeQueueSize}`;
}

/** Which limit was reached; none while a call is worked on. */
function limitOf(socket: Inside): LimitName | undefined {
  if (socket.writableLength > 0) return 'answer-time';
  return answerAt(socket) ? undefined : 'idle-time';
}
