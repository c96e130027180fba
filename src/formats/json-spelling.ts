/** Spells JSON as a service does: which characters it escapes, and where it has white space. */
import { splitAtStrings } from '../lib/json';
import type { FormatDocument } from './document';
import type { TreeNode } from './tree';

/**
 * Matches the characters that a format file may escape. In JSON they occur only inside strings, except quotes and the
 * sign of an exponent.
 */
export const ESCAPABLE = /^(?:[!"#$%&'()*+/;<=>?@^_`|~]|[^\0-\x7e](?:-\uffff)?|\ud800-\udfff)+$/;

/** Returns a function that escapes characters in JSON in addition to those that JSON requires. */
export function jsonEscaper(file: FormatDocument): (json: string) => string {
  const isKnown = (text: string) => ESCAPABLE.test(unescaped(text));
  const listed = file.value('escape', "characters such as /<>&'", isKnown);
  if (listed === undefined) return (json) => json;
  const characters = unescaped(listed);
  const isUpper = listed !== characters;
  const quote = characters.includes('"') ? escapeOf('"') : '\\"';
  const others = characters.replaceAll('"', '').replaceAll('^', '\\^');
  const found = new RegExp(`\\\\.|[${others}]`, 'g');
  const escaped = (json: string) =>
    json.replace(found, (one) => {
      if (one === '\\"') return quote;
      return one.length > 1 ? one : escapeOf(one, isUpper);
    });
  if (!characters.includes('+')) return escaped;
  // Outside strings a plus sign is a part of a number such as 1e+21, so only strings are escaped.
  return (json) =>
    splitAtStrings(json)
      .map((part, index) => (index % 2 === 0 ? part : escaped(part)))
      .join('');
}

/**
 * Decodes escapes such as `\u003C`. A format file lists them instead of characters if the service writes the digits in
 * capital letters.
 */
const unescaped = (text: string) => text.replace(/\\u([\dA-F]{4})/g, (_, digits) => characterOf(digits));

/** @param digits the four hexadecimal digits of an escape */
export const characterOf = (digits: string) => String.fromCharCode(Number.parseInt(digits, 16));

/**
 * Writes a character as an escape of JSON: `\/` or `\u003c`.
 * @param isUpper writes hexadecimal digits in capital letters
 */
export function escapeOf(character: string, isUpper = false): string {
  if (character === '/') return '\\/';
  const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${isUpper ? hex.toUpperCase() : hex}`;
}

/**
 * Matches a bracket, comma or colon with the white space around it. Empty lists and empty objects have no white space
 * inside. Some services write a line end after the last bracket.
 */
const PARTS = /\[\s*\]|\{\s*\}|[[{]\s*|\s*[,:]\s*|\s*[\]}](?:\s+$)?/g;

/**
 * Replaces each bracket, comma and colon outside strings, together with the white space around it.
 * @param replace receives the part and its depth, which is the number of open brackets, including its own
 */
export function replaceParts(json: string, replace: (part: string, depth: number) => string): string {
  let depth = 0;
  const replaced = (part: string) => {
    const bare = part.trim();
    if (bare === '[' || bare === '{') depth++;
    const other = replace(part, depth);
    if (bare === ']' || bare === '}') depth--;
    return other;
  };
  return splitAtStrings(json)
    .map((part, index) => (index % 2 === 0 ? part.replace(PARTS, replaced) : part))
    .join('');
}

/** Removes the white space between the parts of JSON. */
export function compactJson(json: string): string {
  return replaceParts(json, (part) => part.replace(/\s+/g, ''));
}

const SPACE_ALLOWED =
  'must be an object such as {":": ": ", ",1": ",\\r\\n"}: each member is one of [ { , : ] }, with a depth if it is for one depth only, and its value adds white space.';

/** Returns a function that adds the white space of the member `space` to compact JSON. */
export function jsonSpacer({ members, problems }: FormatDocument): (json: string) => string {
  const space = members.get('space');
  if (space === undefined) return (json) => json;
  const isAllowed = ({ name, value }: TreeNode) =>
    /^[[{\]},:]\d{0,2}$/.test(name) && value?.trim() === name.charAt(0);
  if (space.type !== 'object' || !space.children.every(isAllowed)) problems.add('space', SPACE_ALLOWED);
  const spelled = new Map(space.children.map(({ name, value }) => [name, value]));
  return (json) =>
    replaceParts(json, (part, depth) => spelled.get(`${part}${depth}`) ?? spelled.get(part) ?? part);
}
