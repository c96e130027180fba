import type { Answer } from '../../src/contract/operations';

/** Returns the answer of a service without an encoder. This answer is a text or null. */
export async function textOf(answer: Promise<Answer | undefined>): Promise<string | null | undefined> {
  const known = await answer;
  expect(typeof known === 'object' && known !== null).toBe(false);
  return known as string | null | undefined;
}
