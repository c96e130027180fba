import type { JsonNode, Key } from './document';
import type { Path } from './json-path';
import { type Problems, quotedText } from './problems';
import { parseText } from './text';

/** What stands around the events, or the event. */
export interface Wrapping {
  readonly before: string;
  readonly after: string;
  readonly path: Path;
}

const BARE: Wrapping = { before: '', after: '', path: [] };

/** The value around the one `{events}` or `{event}`. */
export function wrapping(
  node: JsonNode | undefined,
  key: 'list' | 'single',
  slot: 'events' | 'event',
  problems: Problems,
): Wrapping {
  if (node === undefined) return BARE;
  const paths: Path[] = [];
  const text = serialize(
    node,
    [],
    key,
    (found, path, place) => {
      const parts = parseText(found);
      if (typeof parts === 'string') problems.add(place, `is ${quotedText(found)}, which ${parts}.`);
      else if (parts.length === 1 && typeof parts[0] === 'object' && parts[0].body === slot) {
        paths.push(path);
        return '\0';
      } else if (parts.every((part) => typeof part === 'string')) return JSON.stringify(parts.join(''));
      else
        problems.add(
          place,
          `is ${quotedText(found)}: the only placeholder allowed there is "{${slot}}", alone.`,
        );
      return '';
    },
    problems,
  );
  const [path] = paths;
  if (path === undefined || paths.length > 1) {
    problems.add(key, `must hold "{${slot}}" exactly once, not ${paths.length} times.`);
    return BARE;
  }
  const [before = '', after = ''] = text.split('\0');
  return { before, after, path };
}

/** What stands for no event: JSON without placeholders. */
export function constant(node: JsonNode, key: Key, problems: Problems): string {
  return serialize(
    node,
    [],
    key,
    (text, _path, place) => {
      const parts = parseText(text);
      if (typeof parts === 'string') problems.add(place, `is ${quotedText(text)}, which ${parts}.`);
      else if (parts.every((part) => typeof part === 'string')) return JSON.stringify(parts.join(''));
      else
        problems.add(place, `is ${quotedText(text)}: there is no event there that a placeholder could show.`);
      return '';
    },
    problems,
  );
}

/** A value as JSON without white space; `onText` answers the JSON of each of its strings. */
function serialize(
  node: JsonNode,
  path: Path,
  place: string,
  onText: (text: string, path: Path, place: string) => string,
  problems: Problems,
): string {
  switch (node.type) {
    case 'literal':
      return node.source;
    case 'string':
      return onText(node.text, path, place);
    case 'array': {
      const elements = node.elements.map((element, index) =>
        serialize(element, [...path, index], `${place}[${index}]`, onText, problems),
      );
      return `[${elements.join(',')}]`;
    }
    case 'object': {
      const members = node.members.map(({ name, value }) => {
        const inside = `${place}.${name}`;
        const key = memberName(name, inside, problems);
        return `${JSON.stringify(key)}:${serialize(value, [...path, key], inside, onText, problems)}`;
      });
      return `{${members.join(',')}}`;
    }
  }
}

/** The name of a member: it may hold braces, but no placeholders. */
export function memberName(name: string, place: string, problems: Problems): string {
  const parts = parseText(name);
  if (typeof parts !== 'string' && parts.every((part) => typeof part === 'string')) return parts.join('');
  problems.add(place, 'has a placeholder in its name: only values can hold them; write {{ for a brace.');
  return name;
}
