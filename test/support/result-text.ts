import type { Answer } from '../../src/contract/operations';

/** Returns the answer of a service that encodes none, as the one of a store does without an encoder. */
export async function textOf(answer: Promise<Answer | undefined>): Promise<string | null | undefined> {
  const known = await answer;
  expect(typeof known === 'object' && known !== null).toBe(false);
  return known as string | null | undefined;
}
