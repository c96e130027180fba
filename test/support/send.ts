import { connect, type Socket } from 'node:net';
import { converse, type RawAnswer, Received, readAnswers } from './raw-http';

/** Contains the address of a server. A path in it is ignored. */
export interface Address {
  readonly url: string;
}

export async function send(
  request: string | Buffer,
  { url }: Address,
  silenceMs = 20_000,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const [method = ''] = request.toString('latin1').split(' ', 1);
  const { answers } = await converse({ hostname, port: Number(port) }, [request], 1, { method, silenceMs });
  if (answers[0] === undefined) throw new Error('no answer');
  return answers[0];
}

/** Sends one request after the other over one connection, while the server keeps the connection open. */
export class Sender {
  #kept: Socket | undefined;
  readonly #received = new Received();

  constructor(private readonly address: Address) {}

  async send(request: string | Buffer): Promise<RawAnswer> {
    const { hostname, port } = new URL(this.address.url);
    const socket = this.#kept ?? connect({ host: hostname, port: Number(port), noDelay: true });
    this.#kept = undefined;
    socket.write(request);
    const [method = ''] = request.toString('latin1').split(' ', 1);
    this.#received.clear();
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      this.#received.add(chunk);
      const [answer] = readAnswers(this.#received.bytes, method).answers;
      if (answer === undefined) continue;
      if (answer.headers.get('connection') === 'close') socket.destroy();
      else this.#kept = socket;
      return answer;
    }
    throw new Error('no answer');
  }
}
