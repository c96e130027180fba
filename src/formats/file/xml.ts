import type { JsonNode, Key } from './document';
import { type Place, XML_ATTRIBUTE, XML_TEXT } from './output';
import { type Piece, type Write, writer } from './pieces';
import { isPlaceholder, type Placeholder, readPlaceholders } from './placeholder';
import { type Problems, quotedText } from './problems';
import { parseText } from './text';
import type { Clock } from './time-forms';
import { leavesOf, namesOf, type XmlLeaf } from './xml-leaves';
import { attributeMarks, MARK, MARKS, marked } from './xml-marks';
import { type Element, elementsOf, indentBefore, parseXml } from './xml-tree';
import { constant, wrapping, type XmlWrapping } from './xml-wrapping';

/** A format file of the kind `xml`, made ready to write and to read. */
export interface XmlPlan {
  readonly kind: 'xml';
  readonly writeEvent: Write;
  /** The one element that an event is; `undefined`: it is several, or text beside them. */
  readonly element: string | undefined;
  readonly placeholders: readonly Placeholder[];
  /** None where an event is not one element. */
  readonly leaves: readonly XmlLeaf[];
  /** Every element and attribute of the event: `Where`, `Where/@id`. */
  readonly names: ReadonlySet<string>;
  readonly list: XmlWrapping;
  readonly single: XmlWrapping;
  readonly none: string;
}

export function planXml(values: ReadonlyMap<Key, JsonNode>, clock: Clock, problems: Problems): XmlPlan {
  const textOf = (key: Key): string | undefined => {
    const node = values.get(key);
    if (node === undefined || node.type === 'string') return node?.text;
    problems.add(key, 'must be a text of XML.');
    return undefined;
  };
  const list = wrapping(textOf('list'), 'list', 'events', problems) ?? { before: '', after: '' };
  const none = textOf('none');
  return {
    kind: 'xml',
    ...planEvent(textOf('event') ?? '', clock, problems),
    list,
    single: wrapping(textOf('single'), 'single', 'event', problems) ?? list,
    none: none === undefined ? list.before + list.after : constant(none, problems),
  };
}

type EventPlan = Pick<XmlPlan, 'writeEvent' | 'element' | 'placeholders' | 'leaves' | 'names'>;

function planEvent(text: string, clock: Clock, problems: Problems): EventPlan {
  const nothing: EventPlan = {
    writeEvent: () => {},
    element: undefined,
    placeholders: [],
    leaves: [],
    names: new Set(),
  };
  const refuse = (sentence: string): EventPlan => {
    problems.add('event', sentence);
    return nothing;
  };
  if (/[\ue000\ue001]/.test(text))
    return refuse('holds U+E000 or U+E001, which format files need themselves.');
  const parts = parseText(text);
  if (typeof parts === 'string') return refuse(`is ${quotedText(text)}, which ${parts}.`);
  const read: (string | Placeholder)[] = [];
  for (const part of parts) {
    const placeholder = typeof part === 'string' ? part : readPlaceholders([part], clock);
    if (typeof placeholder === 'string' && typeof part !== 'string') problems.add('event', `${placeholder}.`);
    else read.push(...(typeof placeholder === 'string' ? [placeholder] : placeholder));
  }
  const placeholders = read.filter(isPlaceholder);
  let count = 0;
  const source = read.map((part) => (isPlaceholder(part) ? marked(count++) : part)).join('');
  const tree = parseXml(source);
  if (typeof tree === 'string')
    return refuse(`is not well-formed XML: ${tree.replace(/[\ue000\ue001]/g, '')}.`);
  if (MARK.test(tree.aside)) {
    return refuse(
      'has a placeholder in a comment, a CDATA section or an instruction, where no value can stand.',
    );
  }
  const plan = new Source(source, placeholders, tree.roots);
  for (const problem of plan.problems) problems.add('event', problem);
  const [root] = tree.roots;
  const alone = tree.roots.length === 1 && root !== undefined && !MARK.test(outside(source, root));
  return {
    writeEvent: writer(plan.pieces(0, source.length)),
    element: alone ? root.name : undefined,
    placeholders,
    leaves: alone ? leavesOf(root, [], placeholders) : [],
    names: new Set(alone ? namesOf(root, '') : []),
  };
}

const outside = (source: string, { from, to }: Element) => source.slice(0, from) + source.slice(to);

/** A stretch of the text that is left out when its placeholder is empty. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly placeholder: Placeholder;
}

/** An event's text whose placeholders are marks. */
class Source {
  readonly problems: string[] = [];
  private readonly stretches: readonly Stretch[];
  private readonly inAttributes: ReadonlySet<number>;

  constructor(
    private readonly text: string,
    private readonly placeholders: readonly Placeholder[],
    roots: readonly Element[],
  ) {
    this.inAttributes = attributeMarks(roots);
    const elements = [...elementsOf(roots)];
    this.stretches = placeholders.flatMap((placeholder, index) => {
      if (placeholder.whenEmpty === 'stays') return [];
      const mark = marked(index);
      const element = elements.find((one) => one.text === mark && one.children.length === 0);
      if (element !== undefined) {
        const from = element.from - indentBefore(text, element.from).length;
        return [{ from, to: element.to, placeholder }];
      }
      const attribute = new RegExp(`\\s+[^\\s=<>"']+\\s*=\\s*(["'])${mark}\\1`).exec(text);
      const tag =
        attribute && elements.find(({ from, opened }) => from < attribute.index && attribute.index < opened);
      if (attribute && tag) {
        return [{ from: attribute.index, to: attribute.index + attribute[0].length, placeholder }];
      }
      this.problems.push(
        `has a placeholder with ? or |null (${placeholder.subject.field}) that is not the only content of an element or attribute, which could be left out.`,
      );
      return [];
    });
  }

  /** The text between two offsets, as an event makes it. */
  pieces(from: number, to: number, within?: Stretch): Piece[] {
    const inside = this.stretches
      .filter((one) => one !== within && one.from >= from && one.to <= to)
      .filter(
        (one, _index, all) =>
          !all.some((other) => other !== one && other.from <= one.from && other.to >= one.to),
      )
      .sort((a, b) => a.from - b.from);
    const pieces: Piece[] = [];
    let at = from;
    for (const stretch of inside) {
      pieces.push(...this.plain(at, stretch.from));
      const write = writer(this.pieces(stretch.from, stretch.to, stretch));
      pieces.push((event, output) => {
        if (!stretch.placeholder.isEmpty(event)) write(event, output);
      });
      at = stretch.to;
    }
    return [...pieces, ...this.plain(at, to)];
  }

  private plain(from: number, to: number): Piece[] {
    const pieces: Piece[] = [];
    let at = from;
    for (const match of this.text.slice(from, to).matchAll(MARKS)) {
      const start = from + match.index;
      pieces.push(this.text.slice(at, start));
      const placeholder = this.placeholders[Number(match[1])];
      if (placeholder !== undefined)
        pieces.push(writing(placeholder, this.inAttributes.has(Number(match[1])) ? XML_ATTRIBUTE : XML_TEXT));
      at = start + match[0].length;
    }
    return [...pieces, this.text.slice(at, to)];
  }
}

function writing(placeholder: Placeholder, place: Place): Write {
  return (event, output) => placeholder.write(event, output, place);
}
