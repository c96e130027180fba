import type { FormatDocument } from './document';
import { isPlaceholder, Leaf, type Output, readSegments, type Segment, type Write, writer } from './leaf';
import { listWriter } from './list-order';
import type { Placeholder } from './placeholder';
import type { Plan } from './plan';
import { EVENTS, wrapped } from './wrapper';
import { keysIn, valuesIn, type XmlLeaf, type XmlShape, xmlReader } from './xml-read';
import { type Element, elementsOf, indentBefore, parseXml } from './xml-tree';
import {
  emptyElements,
  escapeAttribute,
  escapeText,
  noneText,
  placeholdersInAttributes,
  STAND_IN,
  STAND_INS,
  standIn,
  withoutStandIns,
  xmlWrapper,
} from './xml-wrapper';

/** Compiles a format file of the kind `xml`. */
export function planXml(file: FormatDocument): Plan {
  const list = xmlWrapper(file, 'list') ?? EVENTS;
  const single = xmlWrapper(file, 'single') ?? list;
  const none = noneText(file) ?? wrapped(list, '', 0);
  const eventText = file.value('event') ?? '';
  const [, prefix = 'xsi'] = XSI.exec(list + eventText) ?? [];
  const { write, placeholders, ...event } = planEvent(eventText, `${prefix}:nil`, file);
  const shorten = emptyElements(file);
  return {
    // Without a leaf no value can be read.
    reader: event.leaves.length > 0 ? xmlReader({ ...event, list, single, none }) : undefined,
    placeholders,
    format: {
      source: 'rows',
      list: listWriter(file, (rows) => shorten(wrapped(list, rows.map(write).join(''), rows.length))),
      event: (row) => (row === undefined ? none : shorten(wrapped(single, write(row), 1))),
    },
  };
}

interface EventPlan extends Pick<XmlShape, 'element' | 'leaves' | 'values' | 'keys'> {
  readonly write: Write;
  readonly placeholders: readonly Placeholder[];
}

/** Finds the prefix of `xsi:nil`. */
const XSI = /xmlns:(\w+)=["']http:\/\/www\.w3\.org\/2001\/XMLSchema-instance["']/;

function planEvent(text: string, nilName: string, { clock, problems }: FormatDocument): EventPlan {
  const nothing = {
    write: () => '',
    element: undefined,
    placeholders: [],
    leaves: [],
    values: new Map(),
    keys: new Map(),
  };
  const refuse = (sentence: string): EventPlan => {
    problems.add('event', sentence);
    return nothing;
  };
  if (/[\ue000\ue001]/.test(text))
    return refuse('contains U+E000 or U+E001, which are reserved in format files.');
  const segments = readSegments(text, clock, (problem) => problems.add('event', `${problem}.`));
  const placeholders = segments.filter(isPlaceholder);
  let count = 0;
  const source = segments.map((segment) => (isPlaceholder(segment) ? standIn(count++) : segment)).join('');
  const tree = parseXml(source);
  if (typeof tree === 'string') return refuse(`is not well-formed XML: ${withoutStandIns(tree)}.`);
  if (STAND_IN.test(tree.aside)) {
    return refuse(
      'has a placeholder in a comment, a CDATA section or an instruction, where no value is possible.',
    );
  }
  const template = new EventTemplate(source, placeholders, tree.roots, nilName);
  for (const problem of template.problems) problems.add('event', problem);
  const [root] = tree.roots;
  const write = writer(template.outputs(0, source.length));
  if (root === undefined || STAND_IN.test(outside(source, root))) return { ...nothing, write, placeholders };
  const keys = keysIn(root);
  const values = valuesIn(root, keys);
  return { write, placeholders, element: root.name, keys, values, leaves: leavesIn(values, placeholders) };
}

/** Lists texts with placeholders. A text that has elements beside it can't be read. */
function leavesIn(values: XmlShape['values'], placeholders: readonly Placeholder[]): readonly XmlLeaf[] {
  return [...values].flatMap(([path, { text, hasChildren }]): XmlLeaf[] => {
    if (hasChildren || !STAND_IN.test(text)) return [];
    const segments = text
      .split(STAND_INS)
      .map((part, index): Segment => (index % 2 === 0 ? part : (placeholders[Number(part)] ?? '')));
    return [
      new Leaf(
        path,
        segments.filter((part) => part !== ''),
        path,
      ),
    ];
  });
}

const outside = (source: string, { from, to }: Element) => source.slice(0, from) + source.slice(to);

/** Represents a part of the text that is left out, or becomes nil, if its placeholder is empty. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly placeholder: Placeholder;
  /** If it is present, this element stays and gets `xsi:nil="true"`. */
  readonly nil?: Element;
}

/**
 * Represents an event's text with stand-ins for its placeholders, here ⟨0⟩ to ⟨3⟩:
 *
 *     <Event id="{id}" url="{url?}">           <Event id="⟨0⟩" url="⟨1⟩">
 *       <Name>{title}</Name>                     <Name>⟨2⟩</Name>
 *       <Where>{location|null}</Where>           <Where>⟨3⟩</Where>
 *     </Event>                                 </Event>
 *
 * Two stretches of it depend on an empty value: ` url="⟨1⟩"` is left out, and the line of `Where` becomes one with
 * `xsi:nil="true"`. An event without url and location is written as
 *
 *     <Event id="7">
 *       <Name>A concert</Name>
 *       <Where xsi:nil="true"></Where>
 *     </Event>
 */
class EventTemplate {
  readonly problems: string[] = [];
  /** The stretches are in the order of the text, and an outer one precedes its inner ones. */
  readonly #stretches: readonly Stretch[];
  readonly #inAttributes: ReadonlySet<number>;

  constructor(
    private readonly text: string,
    private readonly placeholders: readonly Placeholder[],
    roots: readonly Element[],
    private readonly nilName: string,
  ) {
    this.#inAttributes = placeholdersInAttributes(roots);
    const elements = [...elementsOf(roots)];
    const stretches = placeholders.flatMap((placeholder, index): Stretch[] => {
      if (placeholder.whenEmpty === 'stays') return [];
      const only = standIn(index);
      const element = elements.find((one) => one.text === only && one.children.length === 0);
      if (element !== undefined) {
        const from = element.from - indentBefore(text, element.from).length;
        return [
          { from, to: element.to, placeholder, ...(placeholder.whenEmpty === 'null' && { nil: element }) },
        ];
      }
      const attribute = new RegExp(`\\s+[^\\s=<>"']+\\s*=\\s*(["'])${only}\\1`).exec(text);
      if (attribute !== null && this.#inAttributes.has(index))
        return [{ from: attribute.index, to: attribute.index + attribute[0].length, placeholder }];
      this.problems.push(
        `has a placeholder with ? or |null (${placeholder.field}) that is not the only content of an element or attribute, which could be left out.`,
      );
      return [];
    });
    this.#stretches = stretches.sort((one, other) => one.from - other.from);
  }

  /** Returns the output between two offsets of the text. */
  outputs(from: number, to: number, within?: Stretch): Output[] {
    const outputs: Output[] = [];
    let at = from;
    for (const stretch of this.#stretches) {
      // A stretch inside of another is part of the other's output.
      if (stretch === within || stretch.from < at || stretch.to > to) continue;
      outputs.push(...this.#texts(at, stretch.from));
      const write = writer(this.outputs(stretch.from, stretch.to, stretch));
      const instead = writer(stretch.nil === undefined ? [] : this.#nil(stretch.from, stretch.nil));
      outputs.push((event) => (stretch.placeholder.isEmpty(event) ? instead(event) : write(event)));
      at = stretch.to;
    }
    return [...outputs, ...this.#texts(at, to)];
  }

  #nil(from: number, { name, opened }: Element): Output[] {
    return [...this.#texts(from, opened - 1), ` ${this.nilName}="true"></${name}>`];
  }

  #texts(from: number, to: number): Output[] {
    return this.text
      .slice(from, to)
      .split(STAND_INS)
      .map((part, index): Output => {
        const placeholder = index % 2 === 0 ? undefined : this.placeholders[Number(part)];
        if (placeholder === undefined) return part;
        const escaped = this.#inAttributes.has(Number(part)) ? escapeAttribute : escapeText;
        return (event) => escaped(placeholder.text(event));
      });
  }
}
