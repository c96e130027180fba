/** Finds the events in an XML answer, and reads their values. */
import { quoted } from '../lib/text/messages';
import type { TimeZone } from '../lib/time/zones';
import type { Leaf } from './leaf';
import { type CompiledReader, NO_EVENTS, type ReadEvent, readEvent, readLeaves } from './read';
import { EMPTY_HINT } from './wrapper';
import { decodedName, isMetadata, outermost, parseXml } from './xml-tree';
import { valuesIn, type XmlKeys, type XmlValue } from './xml-values';
import { elementsAt, wrapperDifference, type XmlWrapper } from './xml-wrapper';

/** The path of a text in an event has the notation of `valuesIn`. */
export type XmlLeaf = Leaf<string>;

export interface XmlShape {
  /** This is the name of an event's element. */
  readonly element: string;
  readonly leaves: readonly XmlLeaf[];
  /** Maps the path of every element and attribute of the event to its value in the format file. */
  readonly values: ReadonlyMap<string, XmlValue>;
  readonly keys: XmlKeys;
  readonly list: XmlWrapper;
  readonly single: XmlWrapper;
  readonly none: string;
  readonly zone: TimeZone;
}

export function xmlReader(shape: XmlShape): CompiledReader {
  const element = decodedName(shape.element);
  const names = new Set([...shape.values.values()].map(({ name }) => name));
  const leafPaths = new Set(shape.leaves.map(({ path }) => path));
  const others = [...shape.values].filter(([path]) => !leafPaths.has(path));
  const constants = new Map(others.map(([path, { text }]) => [path, text.trim()]));
  // Contains the paths with placeholders, and the paths of their parents, which end before a slash. A slash in a key
  // adds a path that no element has.
  const withLeaf = new Set(
    shape.leaves.flatMap(({ path }) => [
      path,
      ...Array.from(path.matchAll(/\//g), ({ index }) => path.slice(0, index)),
    ]),
  );
  const families = new Set(
    [...shape.values].flatMap(([path, { family }]) => (withLeaf.has(path) ? family : [])),
  );
  return {
    wrapper: shape.list.values,
    find(given) {
      const text = given.trim();
      const roots = parseXml(text);
      if (typeof roots === 'string') return `it ${roots}`;
      if (shape.none.trim() === text) return NO_EVENTS;
      const places = [shape.list, shape.single].map(({ path }) => elementsAt(roots, path));
      const place = places.find(({ length }) => length > 0);
      const events = outermost(place?.flatMap(({ children }) => children) ?? roots, element);
      const isEmpty = events.length === 0;
      if (isEmpty && !isMarkup(text))
        return `it has no element ${shape.element}, but ${quoted(text)}${EMPTY_HINT}`;
      const list = wrapperDifference(shape.list, roots, events);
      const single = wrapperDifference(shape.single, roots, events);
      const isList = typeof list !== 'string';
      const varying = isList || isEmpty || typeof single === 'string' ? list : single;
      if (typeof varying === 'string')
        return isEmpty ? `it has no element ${shape.element}, and ${varying}` : varying;
      const ignored = new Set<string>();
      const read = events.map((event): ReadEvent => {
        const values = valuesIn(event, shape.keys);
        const { captures, unread } = readLeaves(shape.leaves, ({ path }) => {
          const value = values.get(path);
          return value?.isNil ? undefined : value?.text;
        });
        for (const [path, { name, family, attribute = '', text }] of values) {
          const constant = constants.get(path);
          const isOther = constant !== undefined && text.trim() !== constant;
          if ((!names.has(name) || isOther) && !isMetadata(attribute)) ignored.add(name || shape.element);
          // If an answer has more elements of a name than the format, an import would lose a value, so the event is
          // refused.
          else if (!shape.values.has(path) && families.has(family))
            unread.push(`${path} is not in the format`);
        }
        return readEvent({ captures, unread }, shape.zone);
      });
      return { events: read, ignored: [...ignored], varying, isList };
    },
  };
}

/** Returns true if the trimmed text is empty or begins and ends with a tag. Other text may be an error message. */
function isMarkup(text: string): boolean {
  return /^(<[\s\S]*>)?$/.test(text);
}
