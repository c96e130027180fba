import type { Field } from '../../event/fields';
import { guessField, guessPlaceholder } from './guess-field';
import { FormatError } from './problems';
import { unwrap } from './unwrap';
import { type Element, elementsOf, parseXml } from './xml-tree';

/** Events past this many tell nothing new about the shape. */
const SAMPLE = 100;

/**
 * Proposes a format file for an old answer: fields are guessed by their names, dates by how they look. It is for a
 * person to correct: what all-day ends mean, and which zone the dates are in, no answer tells.
 * @param answer as it was saved, in its `<string>` or Envelope or out of it
 * @throws FormatError when there are no events in it
 */
export function proposeFormat(answer: string): string {
  const text = unwrap(answer);
  const file = text.startsWith('<') ? proposeXml(text) : proposeJson(text);
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function proposeJson(text: string): Json {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new FormatError('The answer is neither JSON nor XML: a format can only be proposed for those.');
  }
  const list = findEvents(answer);
  const events = list?.events ?? (isObject(answer) ? [answer] : []);
  if (events.length === 0)
    throw new FormatError('The answer holds no array of events that a format could be made from.');
  const event = proposeObject(events.slice(0, SAMPLE), new Set());
  if (list === undefined || list.path.length === 0) return { kind: 'json', event };
  return { kind: 'json', event, list: replaceAt(answer, list.path, '{events}') };
}

interface FoundList {
  readonly path: readonly string[];
  readonly events: readonly Json[];
}

/** The first array of objects, outer before inner. */
function findEvents(answer: unknown): FoundList | undefined {
  const waiting: { value: unknown; path: readonly string[] }[] = [{ value: answer, path: [] }];
  for (const { value, path } of waiting) {
    if (Array.isArray(value)) {
      const events = value.filter(isObject);
      if (events.length > 0 && events.length === value.length) return { path, events };
    } else if (isObject(value)) {
      waiting.push(
        ...Object.entries(value).map(([name, inner]) => ({ value: inner, path: [...path, name] })),
      );
    }
  }
  return undefined;
}

function proposeObject(events: readonly Json[], taken: Set<Field>): Json {
  const names = new Set(events.flatMap((event) => Object.keys(event)));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = events.map((event) => (Object.hasOwn(event, name) ? event[name] : undefined));
      const objects = values.filter(isObject);
      const inside = objects.length === values.length && holdsField(objects);
      const proposed = inside
        ? proposeObject(objects, taken)
        : (guessPlaceholder(name, values, taken) ?? null);
      return [escapeBraces(name), proposed];
    }),
  );
}

function holdsField(objects: readonly Json[]): boolean {
  return objects.some((one) => Object.keys(one).some((name) => guessField(name) !== undefined));
}

/** What stands around the events, word for word. */
function replaceAt(value: unknown, [step, ...rest]: readonly string[], slot: string): unknown {
  if (step === undefined) return slot;
  if (!isObject(value)) return literal(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      escapeBraces(name),
      name === step ? replaceAt(inner, rest, slot) : literal(inner),
    ]),
  );
}

function literal(value: unknown): unknown {
  if (typeof value === 'string') return escapeBraces(value);
  if (Array.isArray(value)) return value.map(literal);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [escapeBraces(name), literal(inner)]),
  );
}

const escapeBraces = (text: string) => text.replace(/[{}]/g, '$&$&');

function proposeXml(text: string): Json {
  const tree = parseXml(text);
  if (typeof tree === 'string') throw new FormatError(`The answer is not well-formed XML: ${tree}`);
  const events = eventElements([...elementsOf(tree.roots)]);
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) {
    throw new FormatError('The answer holds no elements of events that a format could be made from.');
  }
  const event = proposeElement(events.slice(0, SAMPLE), new Set());
  const around = [text.slice(0, first.from), text.slice(last.to)].map(escapeBraces);
  return around.every((part) => part.trim() === '')
    ? { kind: 'xml', event }
    : { kind: 'xml', event, list: around.join('{events}') };
}

/** The elements of the first name that has children or attributes which look like fields. */
function eventElements(elements: readonly Element[]): readonly Element[] {
  const first = elements.find(
    ({ attributes, children }) =>
      [...Object.keys(attributes), ...children.filter(isLeaf).map(({ name }) => name)].filter(guessField)
        .length > 1,
  );
  return first === undefined ? [] : elements.filter(({ name }) => name === first.name);
}

const isLeaf = ({ children }: Element) => children.length === 0;

function proposeElement(events: readonly Element[], taken: Set<Field>): string {
  const [{ name } = { name: '' }] = events;
  const attributes = [...new Set(events.flatMap((event) => Object.keys(event.attributes)))].map(
    (attribute) => {
      const values = events.map((event) => textual(event.attributes[attribute]));
      return ` ${attribute}="${guessPlaceholder(attribute, values, taken) ?? ''}"`;
    },
  );
  const names = [...new Set(events.flatMap(({ children }) => children.map((child) => child.name)))];
  const children = names.map((child) => {
    const found = events.map((event) => event.children.find((one) => one.name === child));
    const present = found.filter((one) => one !== undefined);
    if (!present.every(isLeaf)) return proposeElement(present, taken);
    const values = found.map((one) => textual(one?.text));
    return `<${child}>${guessPlaceholder(child, values, taken) ?? ''}</${child}>`;
  });
  return `<${name}${attributes.join('')}>${children.join('')}</${name}>`;
}

/** What a text of XML would be in JSON matters to no form but those of ids and numbers, which XML writes alike. */
function textual(text: string | undefined): unknown {
  return text?.trim();
}
