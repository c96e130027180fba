import { converse, type RawAnswer } from './raw-http';

export interface Address {
  readonly hostname: string;
  readonly port: number;
}

/** Sends one request over a connection of its own. */
export async function send(bytes: Buffer, address: Address, silenceMs = 20_000): Promise<RawAnswer> {
  const method = bytes.toString('latin1', 0, bytes.indexOf(' '));
  const { answers } = await converse(address, [bytes], 1, { method, silenceMs });
  if (answers[0] === undefined) throw new Error('no answer');
  return answers[0];
}
