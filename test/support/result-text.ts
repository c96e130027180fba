import { type Answer, Result } from '../../src/contract/operations';

/** Returns the answer of a service as text. */
export async function textOf(answer: Promise<Answer | undefined>): Promise<string | null | undefined> {
  const known = await answer;
  return known instanceof Result ? known.text : known;
}
