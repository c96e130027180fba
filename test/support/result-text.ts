import { type Answer, Result } from '../../src/contract/operations';

/** What a service answered, as text. */
export async function textOf(answer: Promise<Answer | undefined>): Promise<string | null | undefined> {
  const known = await answer;
  return known instanceof Result ? known.text : known;
}
