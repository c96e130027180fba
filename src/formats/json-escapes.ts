/** Writes escapes in JSON strings that JSON does not require, as the serializers of .NET do. */
import { type Problems, quotedText } from './document';

/** These characters occur in JSON only inside of strings, so they can be escaped in the whole text. */
export const ESCAPABLE = /^[!#$%&'()*/;<=>?@^_`|~]+$/;

/**
 * Checks which characters are escaped in addition to those that JSON requires.
 * @returns a function that escapes these characters in JSON
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
