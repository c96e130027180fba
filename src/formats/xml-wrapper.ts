/** Compiles the text around the events, and compares it with the text around them in an answer. */
import type { FormatDocument } from './document';
import type { TextPart } from './leaf';
import {
  COUNT_MARK,
  compareWrapperValues,
  EVENTS_MARK,
  WRAPPER_PLACEHOLDERS,
  type WrapperKey,
  type WrapperValues,
  wrapperParts,
} from './wrapper';
import { parseTemplate } from './xml-text';
import { decodedName, type Element, elementsOf, isMetadata, outermost, SPECIAL_MARKUP } from './xml-tree';
import { valuesIn } from './xml-values';

export interface XmlWrapper {
  /** The template has `EVENTS_MARK` and `COUNT_MARK` in the places of the placeholders. */
  readonly template: string;
  readonly values: WrapperValues;
  /** These are the names of the elements around the events, from the outermost. */
  readonly path: readonly string[];
  /** This is the name of the outermost element. */
  readonly root: string | undefined;
}

/** Represents a format without text around the events. The text outside all elements has the path `''`. */
export const NO_WRAPPER: XmlWrapper = {
  template: EVENTS_MARK,
  values: new Map([['', '']]),
  path: [],
  root: undefined,
};

/**
 * Reads the text around the events.
 * @returns `undefined` if the format file has no text around the events, or if this text is wrong
 */
export function xmlWrapper(file: FormatDocument, key: 'list' | 'single'): XmlWrapper | undefined {
  const parts = partsOf(file, key);
  if (parts === undefined) return undefined;
  const [inside] = WRAPPER_PLACEHOLDERS[key].allowed;
  const refuse = (sentence: string) => {
    file.problems.add(key, sentence);
    return undefined;
  };
  const times = parts.filter((part) => typeof part !== 'string' && part.body === inside).length;
  if (times !== 1) return refuse(`must contain {${inside}} exactly once, not ${times} times.`);
  const source = parts
    .map((part) => (typeof part === 'string' ? part : part.body === inside ? EVENTS_MARK : COUNT_MARK))
    .join('');
  const roots = parseTemplate(source);
  if (typeof roots === 'string') return refuse(roots);
  const aside = source.match(SPECIAL_MARKUP)?.join('') ?? '';
  const attributes = elementsOf(roots).flatMap((element) => Object.values(element.attributes));
  if ([aside, ...attributes].some((one) => one.includes(EVENTS_MARK)))
    return refuse(`must contain {${inside}} between elements.`);
  if (aside.includes(COUNT_MARK))
    return refuse('has {count} in a comment, a CDATA section or an instruction.');
  const values = Array.from(textsAround(roots, []), ([name, given]): [string, string] => {
    const around = given.replace(EVENTS_MARK, '').trim();
    return [name, around.includes(COUNT_MARK) ? COUNT_MARK : around];
  });
  return {
    template: source,
    values: new Map(values),
    path: pathTo(roots, source.indexOf(EVENTS_MARK)),
    root: roots[0]?.name,
  };
}

/** Splits the text of a member into literal text and placeholders. Returns `undefined` if there is no such member. */
export function partsOf(file: FormatDocument, key: WrapperKey): readonly TextPart[] | undefined {
  const text = file.value(key);
  return text === undefined
    ? undefined
    : wrapperParts(text, key, (sentence) => file.problems.add(key, sentence));
}

/** Returns the names of the elements that enclose an offset, from the outermost. */
function pathTo(elements: readonly Element[], offset: number): readonly string[] {
  const around = elements.find(({ contentStart, end }) => contentStart <= offset && offset < end);
  return around === undefined ? [] : [decodedName(around.name), ...pathTo(around.children, offset)];
}

/**
 * Compares the text around an answer's events with the text in the format, as `compareWrapperValues` does.
 * @param answer the root elements of the answer
 */
export function wrapperDifference(
  wrapper: XmlWrapper,
  answer: readonly Element[],
  events: readonly Element[],
): readonly string[] | string {
  // If there are events, an envelope around them is not compared. Otherwise the whole answer is compared.
  const inside =
    events.length === 0 ? undefined : elementsOf(answer).find(({ name }) => name === wrapper.root);
  const texts = textsAround(inside === undefined ? answer : [inside], events);
  // A DiffGram without rows has no DataSet. The format's empty texts inside it are then not compared.
  const isBare = answer[0]?.name === wrapper.root;
  const values = [...wrapper.values].filter(([name, value]) => !isBare || value !== '' || texts.has(name));
  return compareWrapperValues(new Map(values), texts, events.length);
}

/** Returns the texts of elements and attributes outside the events, by their paths. */
function textsAround(roots: readonly Element[], events: readonly Element[]): Map<string, string> {
  const values = valuesIn({ attributes: {}, children: [...roots], text: '' }, undefined, new Set(events));
  return new Map(
    [...values]
      .filter(([, { attribute = '' }]) => !isMetadata(attribute))
      .map(([path, { text }]) => [path, text.trim()]),
  );
}

/** Returns the elements at a path. The path may begin at any depth, because the answer may be in an envelope. */
export function elementsAt(
  roots: readonly Element[],
  [first, ...others]: readonly string[],
): readonly Element[] {
  if (first === undefined) return [];
  return others.reduce(
    (found, name) =>
      found.flatMap(({ children }) => children.filter((child) => decodedName(child.name) === name)),
    outermost(roots, first),
  );
}
