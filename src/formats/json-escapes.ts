/** Writes escapes in JSON strings that JSON does not require, as the serializers of .NET do. */
import type { FormatDocument } from './document';

/** These occur in JSON only inside of strings, so they can be escaped in the whole text. */
export const ESCAPABLE = /^[!#$%&'()*/;<=>?@^_`|~]+$/;

/** Returns a function that escapes characters in JSON in addition to those that JSON requires. */
export function escapes(file: FormatDocument): (json: string) => string {
  const characters = file.value('escape', "characters such as /<>&'", (text) => ESCAPABLE.test(text));
  if (characters === undefined) return (json) => json;
  const found = new RegExp(`\\\\.|[${characters.replace('^', '\\^')}]`, 'g');
  return (json) => json.replace(found, (one) => (one.length > 1 ? one : escapeOf(one)));
}

function escapeOf(character: string): string {
  if (character === '/') return '\\/';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
