import { FIELD_NAMES, type Field } from '../event-fields';
import { INFERRED_WORDS, knownNames, normalized, type WordRole } from '../names';
import { decodedName } from '../xml-tree';

/** Represents the field that a column's name suggests. A lower rank is more certain. */
export interface NamedField {
  readonly field: Field | 'duration';
  readonly rank: number;
}

interface Word {
  readonly role: WordRole;
  readonly rank: number;
}

/**
 * Maps each known word to its role and its rank. Words such as `Name` and `Date` have their own roles, because they
 * mean a field only if no other word does.
 */
const WORDS: ReadonlyMap<string, Word> = new Map(
  (Object.keys(INFERRED_WORDS) as WordRole[]).reverse().flatMap((role) => {
    const known = FIELD_NAMES.find((field) => field === role);
    const names = known === undefined ? [] : knownNames(known).map(normalized);
    const all = [...names, ...INFERRED_WORDS[role].split(' ').filter(Boolean)];
    return all.map((word, rank): [string, Word] => [word, { role, rank }]);
  }),
);

/** A name with more characters than this is a sentence, not the name of a field. */
const MAX_NAME_LENGTH = 60;
const LAST = 1000;

/**
 * Returns the field that a name suggests. All words of the name must be known and belong to one field: `dtStart`,
 * `BeginnDatum` and `Event Start-Date` mean the start; `LocationID` and `OrganizerName` are not fields.
 * @param given the names of the enclosing objects or elements, and then the name itself
 */
export function fieldNamed(given: readonly string[]): NamedField | undefined {
  // OData puts an entry's values into content/m:properties.
  const path = given.slice(given.lastIndexOf('m:properties') + 1);
  if (path.some((name) => /^(?:__|@?odata\b|\$)/.test(name))) return undefined;
  const [last = ''] = path.slice(-1);
  const outer = path.length > 1 ? fieldNamed(path.slice(0, -1)) : undefined;
  // The title of a location is the location.
  if (outer !== undefined && fieldNamed([last])?.field === 'title') return outer;
  const words = split(path.map(plain).join(''));
  if (words === undefined) return undefined;
  const named = words.flatMap(({ role, rank }) =>
    role === 'name' || role === 'time' || role === 'filler' ? [] : [{ field: role, rank }],
  );
  const [first, ...others] = named;
  if (first === undefined) {
    if (words.some(({ role }) => role === 'time')) return { field: 'start', rank: LAST };
    return words.some(({ role }) => role === 'name') ? { field: 'title', rank: LAST } : undefined;
  }
  return others.some(({ field }) => field !== first.field) ? undefined : first;
}

/** Removes namespaces and SharePoint's prefix, which do not name the field. */
function plain(name: string): string {
  const bare = decodedName(name).replace(/^(?:\w+:|ows_)/, '');
  return bare
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase();
}

/**
 * Splits a name into known words, and prefers the longest word. Returns `undefined` if a part of the name is unknown.
 */
function split(name: string): readonly Word[] | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  if (name === '') return [];
  for (let end = name.length; end > 0; end--) {
    const word = WORDS.get(name.slice(0, end));
    const rest = word && split(name.slice(end));
    if (word !== undefined && rest !== undefined) return [word, ...rest];
  }
  return undefined;
}
