import { converse, type RawAnswer } from './raw-http';

/** Contains the address of a server. Its path, if any, is ignored. */
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
