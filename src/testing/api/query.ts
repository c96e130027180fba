import { Problem } from '../problem';

/** @throws Problem for query parameters that there are not */
export function refuseUnknown(query: URLSearchParams, known: readonly string[]): void {
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const there = known.length === 0 ? 'there are none' : `there are ${known.join(', ')}`;
  throw new Problem('wrong-value', `There is no parameter ${unknown}; ${there}.`, {
    field: unknown,
    allowed: [...known],
  });
}
