import { groupBy } from '../../lib/group-by';
import {
  attributesOf,
  CDATA,
  decodedName,
  type Element,
  indentBefore,
  isMetadata,
  isNil,
  isNotData,
  textOf,
} from '../xml-tree';
import {
  COUNT_NAME,
  type Column,
  escapeBraces,
  mergeNames,
  type PlaceholderChoice,
  type Sample,
} from './sample';

interface Group extends Pick<Sample, 'path'> {
  isInEach: boolean;
  readonly events: Element[];
}

/**
 * Returns a sample for each place in the answers that may have events. An outer element precedes the elements in it.
 * @param documents the root elements of each answer
 */
export function xmlSamples(documents: readonly (readonly Element[])[]): readonly Sample[] {
  const groups = new Map<string, Group>();
  for (const roots of documents) addGroups(roots, groups);
  return [...groups.values()].filter(({ events }) => events.some(holdsValues)).map(sampleOf);
}

/** Returns true for an element with only text. As the root element, it means that there is no event. */
function isEmpty({ attributes, children }: Element): boolean {
  return children.length === 0 && Object.keys(attributes).every(isMetadata);
}

function addGroups(roots: readonly Element[], groups: Map<string, Group>): void {
  const visit = (elements: readonly Element[], around: readonly string[], isInEach: boolean) => {
    if (around.length > MAX_DEPTH) return;
    for (const [name, events] of groupBy(elements, (element) => element.name)) {
      if (isNotData(name)) continue;
      const path = [...around, name];
      const key = path.join('/');
      const group = groups.get(key) ?? { path, isInEach, events: [] };
      group.isInEach ||= isInEach;
      // OData puts the values of an entry into `m:properties`. The event is the entry around this element.
      if (name !== 'm:properties') groups.set(key, group);
      for (const event of events) {
        group.events.push(event);
        visit(event.children, path, isInEach || events.length > 1);
      }
    }
  };
  if (!roots.every(isEmpty)) visit(roots, [], false);
}

/** No events are searched for at a greater depth. Even the rows of a DataSet in a SOAP envelope are less deep. */
const MAX_DEPTH = 16;

/** Returns true for an element with at least two values, as an event has. */
function holdsValues({ attributes, children }: Element): boolean {
  const values = Object.keys(attributes).filter((name) => !isMetadata(name));
  return values.length + children.length > 1;
}

function sampleOf({ events: all, ...found }: Group): Sample {
  const answers = [...groupBy(all, ({ source }) => source)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const events = answers.flatMap(([, elements]) => elements);
  const shape = shapeOf(events, { path: [], isInner: false });
  const [text, elements] = answers[0] ?? ['', []];
  const first = elements[0]?.start ?? 0;
  return {
    kind: 'xml',
    ...found,
    columns: shape.columns,
    count: events.length,
    answers: answers.map(([source]) => source),
    name: found.path.join('/'),
    isList: elements.length > 1,
    file(choice, answerKind) {
      const around = [
        text.slice(0, first - indentBefore(text, first).length),
        text.slice(elements.at(-1)?.end),
      ];
      const [before = '', after = ''] = around.map(escapeBraces);
      const wrapper =
        answerKind === 'events'
          ? { single: `${before}{event}${after}` }
          : { list: `${withCount(before, elements.length)}{events}${withCount(after, elements.length)}` };
      return {
        kind: 'xml',
        event: indentOf(events) + shape.written(choice),
        ...(around.some((part) => part !== '') && wrapper),
      };
    },
  };
}

/** Replaces the number of events with `{count}` if the name of its element or attribute means a count. */
function withCount(part: string, count: number): string {
  const value = new RegExp(`(<?)([\\w:.]+)((?:\\s*=\\s*["'])|>)${count}(?=["'<])`, 'g');
  return part.replace(value, (whole, open: string, name: string, between: string) => {
    const isNamed = COUNT_NAME.test(name) && (open === '<') === (between === '>');
    return isNamed ? `${open}${name}${between}{count}` : whole;
  });
}

/** Returns the indentation of the elements, if each of them begins a line. */
function indentOf(elements: readonly Element[]): string {
  const [indent = ''] = elements.map(({ source, start }) => indentBefore(source, start)).sort();
  return indent;
}

const isDeclaration = (attribute: string) => /^xmlns(?::|$)/.test(attribute);

interface Place extends Pick<Column, 'path' | 'isInner'> {
  /** This is the value of the attribute that distinguishes the element from other elements of its name. */
  readonly key?: string;
}

/** Represents an element of the event, merged from all events of the sample. */
interface Shape {
  readonly columns: readonly Column[];
  /** Lists this element of each event, except of events that do not have it. */
  readonly present: readonly Element[];
  written(choice: PlaceholderChoice): string;
}

/** @param found the element in each event, or `undefined` if the event does not have it */
function shapeOf(found: readonly (Element | undefined)[], { path, key, isInner }: Place): Shape {
  const present = found.filter((one) => one !== undefined);
  const names = mergeNames(present.map(({ attributes }) => Object.keys(attributes)));
  const attributes = names.flatMap((name): { name: string; column?: Column }[] => {
    const values = found.map((one) => one?.attributes[name]);
    if ((key !== undefined && name === KEY) || isDeclaration(name)) return [{ name }];
    return isMetadata(name) ? [] : [{ name, column: { path: [...path, name], values, isInner } }];
  });
  const isLeaf = present.every(({ children }) => children.length === 0);
  const mayBeEmpty = path.length === 0 || attributes.some(({ name }) => !isDeclaration(name));
  const isEmpty = mayBeEmpty && present.every(({ text }) => text.trim() === '');
  const values = found.map((one) => one && (isNil(one) ? null : textOf(one)));
  const text: Column = { path: path.length === 0 ? ['title'] : path, values, isInner: isInner || !isLeaf };
  // A list element without children may be an empty list. Its own text distinguishes it from a missing list.
  const mayBeBare = present.some(({ children }) => children.length === 0);
  const texts = !isEmpty && (isLeaf || mayBeBare) ? [text] : [];
  const isCdata = present.every(({ source, contentStart, contentEnd }) =>
    WHOLE_CDATA.test(source.slice(contentStart, contentEnd)),
  );
  const members = membersOf(found, { path, isInner });
  return {
    columns: [
      ...attributes.flatMap(({ column }) => column ?? []),
      ...texts,
      ...members.flatMap(({ columns }) => columns),
    ],
    present,
    written(choice) {
      const [first] = present;
      if (first === undefined) return '';
      const shown = (column: Column) => choice.placeholder(column) ?? '';
      const tag = [
        first.name,
        ...attributes.map(({ name, column }) => {
          const { source = '', quote = '"' } = attributeOf(present, name) ?? {};
          return ` ${name}=${quote}${column === undefined ? escapeBraces(source) : shown(column)}${quote}`;
        }),
      ].join('');
      const inside = [
        ...texts.map((column) => (isCdata ? `<![CDATA[${shown(column)}]]>` : shown(column))),
        ...members.map((member) => indentOf(member.present) + member.written(choice)),
      ].join('');
      const [emptyEnding = ''] = present.map((one) => one.emptyEnding ?? '').sort();
      if (inside === '' && emptyEnding !== '') return `<${tag}${emptyEnding}`;
      const [before = ''] = present
        .filter(({ children }) => children.length > 0)
        .map(({ source, contentEnd }) => indentBefore(source, contentEnd))
        .sort();
      return `<${tag}>${inside}${before}</${first.name}>`;
    },
  };
}

const WHOLE_CDATA = new RegExp(`^${CDATA.source}$`);

/** Returns the attribute of the first element that has it. */
function attributeOf(present: readonly Element[], name: string) {
  const first = present.find(({ attributes }) => attributes[name] !== undefined);
  return first && attributesOf(first).find((one) => one.name === name);
}

/** This attribute distinguishes elements of one name, as in `mysql --xml`: `<field name="title">`. */
const KEY = 'name';

/**
 * Returns a shape for each child element. Children with the same name are told apart by a key, or else by their number.
 */
function membersOf(found: readonly (Element | undefined)[], { path, isInner }: Place): readonly Shape[] {
  const children = found.map((one) => groupBy(one?.children ?? [], ({ name }) => name));
  return mergeNames(children.map((groups) => [...groups.keys()])).flatMap((name) => {
    const all = children.map((groups) => groups.get(name) ?? []);
    const inside = [...path, decodedName(name)];
    if (all.some((some) => some.length > 1) && all.every(areKeyed))
      return mergeNames(all.map((some) => some.map((one) => one.attributes[KEY] ?? ''))).map((key) => {
        const keyed = all.map((some) => some.find((one) => one.attributes[KEY] === key));
        return shapeOf(keyed, { path: [...path, key], key, isInner });
      });
    const most = Math.max(...all.map((some) => some.length));
    const isList = most > 1 && all.flat().some(holdsValues);
    return Array.from({ length: most }, (_, index) => {
      const numberedPath = index === 0 ? inside : [...path, `${decodedName(name)} ${index + 1}`];
      const found = all.map((some) => some[index]);
      return shapeOf(found, { path: numberedPath, isInner: isInner || isList });
    });
  });
}

function areKeyed(brothers: readonly Element[]): boolean {
  const keys = new Set(brothers.map(({ attributes }) => attributes[KEY]));
  return keys.size === brothers.length && !keys.has(undefined) && !keys.has('');
}
