/** Writes the escapes of JSON's strings that JSON does not demand, as the serializers of .NET do. */
import { type Problems, quotedText } from './document';

/** JSON has these characters only in strings. */
export const ESCAPABLE = /^[!#$%&'()*/;<=>?@^_`|~]+$/;

/**
 * Reads which characters are escaped besides those that JSON demands.
 * @returns a function that escapes them in JSON, which has none of them outside of its strings
 */
export function escapes(characters: string | undefined, problems: Problems): (json: string) => string {
  if (characters === undefined) return (json) => json;
  if (!ESCAPABLE.test(characters)) {
    problems.add('escape', `must be characters such as /<>&', not ${quotedText(characters)}.`);
    return (json) => json;
  }
  const found = new RegExp(`\\\\.|[${characters.replace('^', '\\^')}]`, 'g');
  return (json) => json.replace(found, (one) => (one.length > 1 ? one : escapeOf(one)));
}

function escapeOf(character: string): string {
  if (character === '/') return '\\/';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
