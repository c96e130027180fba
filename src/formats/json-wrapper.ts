import type { Clock } from '../lib/time/clock';
import { type JsonNode, type Problems, quotedText } from './document';
import { parseText, type TextPart } from './leaf';
import { type Placeholder, readPlaceholder } from './placeholder';
import { COUNT, EVENTS } from './plan';

/** Where a value stands in JSON. */
export type Path = readonly (string | number)[];

/** `extendedProps.location`, `tags[0]` */
export function nameAt(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return steps.join('').replace(/^\./, '');
}

/** The value around the events, or around the event. */
export interface JsonWrapper {
  /** JSON without white space, with `EVENTS` and `COUNT` in their places. */
  readonly template: string;
  /** Where the events stand. */
  readonly path: Path;
  /** Under which name each event stands, where they are the members of an object. */
  readonly key?: Placeholder | undefined;
  /** Where the number of the events stands. */
  readonly counts: readonly Path[];
}

const BARE: JsonWrapper = { template: EVENTS, path: [], counts: [] };

/** The value around the one `{events}` or `{event}`. */
export function jsonWrapper(
  node: JsonNode | undefined,
  key: 'list' | 'single',
  clock: Clock,
  problems: Problems,
): JsonWrapper {
  if (node === undefined) return BARE;
  const wrapper = new WrapperTemplate(key, clock, problems);
  const template = wrapper.value(node, [], key);
  const [found] = wrapper.found;
  if (found !== undefined && wrapper.found.length === 1)
    return { template, ...found, counts: wrapper.counts };
  problems.add(key, `must hold "{${wrapper.slot}}" exactly once, not ${wrapper.found.length} times.`);
  return BARE;
}

/** The answer for no event: JSON without placeholders. */
export function noneOf(node: JsonNode, clock: Clock, problems: Problems): string {
  return new WrapperTemplate('none', clock, problems).value(node, [], 'none');
}

const isPlain = (parts: readonly TextPart[]): parts is readonly string[] =>
  parts.every((part) => typeof part === 'string');

const KEYS = ['{id}', '{uid}'];

class WrapperTemplate {
  readonly found: Pick<JsonWrapper, 'path' | 'key'>[] = [];
  readonly counts: Path[] = [];
  readonly slot: 'events' | 'event';

  constructor(
    private readonly of: 'list' | 'single' | 'none',
    private readonly clock: Clock,
    private readonly problems: Problems,
  ) {
    this.slot = of === 'list' ? 'events' : 'event';
  }

  value(node: JsonNode, path: Path, place: string): string {
    switch (node.type) {
      case 'literal':
        return node.source;
      case 'string':
        return this.#text(node.text, path, place);
      case 'array': {
        const elements = node.elements.map((element, index) =>
          this.value(element, [...path, index], `${place}[${index}]`),
        );
        return `[${elements.join(',')}]`;
      }
      case 'object': {
        const [only, ...others] = node.members;
        if (this.of === 'list' && only !== undefined && others.length === 0 && KEYS.includes(only.name))
          return this.#keyed(only.name.slice(1, -1), only.value, path, `${place}.${only.name}`);
        const members = node.members.map(({ name, value }) => {
          const inside = `${place}.${name}`;
          const key = memberName(name, inside, this.problems);
          return `${JSON.stringify(key)}:${this.value(value, [...path, key], inside)}`;
        });
        return `{${members.join(',')}}`;
      }
    }
  }

  /** `{"{id}": "{events}"}` is an object with a member for each event. */
  #keyed(field: string, value: JsonNode, path: Path, place: string): string {
    const key = readPlaceholder(field, this.clock);
    if (value.type !== 'string' || value.text !== '{events}' || typeof key === 'string')
      this.problems.add(place, 'must be "{events}": each event stands under its own name there.');
    else this.found.push({ path, key });
    return EVENTS;
  }

  #text(text: string, path: Path, place: string): string {
    const parts = parseText(text);
    if (typeof parts === 'string') {
      this.problems.add(place, `is ${quotedText(text)}, which ${parts}.`);
      return '';
    }
    if (isPlain(parts)) return JSON.stringify(parts.join(''));
    const [first] = parts;
    const only = parts.length === 1 && typeof first === 'object' ? first.body : undefined;
    if (this.of !== 'none' && only === this.slot) {
      this.found.push({ path });
      return EVENTS;
    }
    if (this.of === 'list' && parts.every((part) => typeof part === 'string' || part.body === 'count')) {
      this.counts.push(path);
      return only === undefined
        ? `"${parts.map((part) => (typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : COUNT)).join('')}"`
        : COUNT;
    }
    this.problems.add(place, `is ${quotedText(text)}: ${ALLOWED[this.of]}.`);
    return '';
  }
}

const ALLOWED = {
  list: 'the only placeholders allowed there are "{events}", alone, and {count}',
  single: 'the only placeholder allowed there is "{event}", alone',
  none: 'there is no event there that a placeholder could show',
} as const;

/** The name of a member: it may hold braces, but no placeholders. */
export function memberName(name: string, place: string, problems: Problems): string {
  const parts = parseText(name);
  if (typeof parts !== 'string' && isPlain(parts)) return parts.join('');
  problems.add(place, 'has a placeholder in its name: only values can hold them; write {{ for a brace.');
  return name;
}
