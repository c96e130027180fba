import { guessTimeForm } from '../file/guess-time';
import { quotedText } from '../file/problems';

/** The values that stand around the events of an answer, each by its place. */
export type Around = ReadonlyMap<string, unknown>;

/** What an answer says otherwise than the format; `problem` when it can't be such an answer. */
export interface Difference {
  readonly problem?: string;
  /** A sentence's part for each count or time that came as another. */
  readonly varying: readonly string[];
}

/**
 * Holds what stands around an answer's events against the format. A service tells there that it failed, with an empty
 * list inside: so what differs is no such answer, counts and times excepted, which differ from answer to answer.
 * @param isEmpty it holds no event: then what the format doesn't have at all may say why
 */
export function differenceOf(format: Around, answer: Around, isEmpty: boolean): Difference {
  const varying: string[] = [];
  for (const [name, value] of format) {
    const given = answer.get(name);
    const isNothing = value === null || (value === '' && !isEmpty);
    if (given === value || (isNothing && !answer.has(name))) continue;
    if (!varies(value) || !varies(given)) {
      const came = answer.has(name) ? `is ${quotedValue(given)}` : 'is missing';
      return { problem: `${name} ${came}, and the format has ${quotedValue(value)} there`, varying };
    }
    varying.push(`${name}, ${quotedValue(value)} in the format`);
  }
  const other = isEmpty
    ? [...answer].find(([name, value]) => value !== null && !format.has(name))
    : undefined;
  if (other === undefined) return { varying };
  const [name, value] = other;
  const problem = `it holds no events but ${name}, ${quotedValue(value)}, which the format's list does not have; an answer that stands for no events goes into its none`;
  return { problem, varying };
}

/** A count or a time, as a number or as text: no format can say what it will be. */
export function varies(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && (/^\d+$/.test(value) || guessTimeForm([value]) !== undefined);
}

export function quotedValue(value: unknown): string {
  return typeof value === 'string' ? quotedText(value) : String(value);
}
