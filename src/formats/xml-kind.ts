import type { FormatDocument } from './document';
import { isPlaceholder, Leaf, type Output, readSegments, type Segment, type Write, writerOf } from './leaf';
import { listWriter } from './list-order';
import type { Placeholder } from './placeholder';
import type { CompiledFormat } from './read';
import { fillWrapper, RESERVED_CHARACTERS, RESERVED_SENTENCE } from './wrapper';
import { type XmlLeaf, type XmlShape, xmlReader } from './xml-read';
import {
  type EscapeText,
  emptyElements,
  escapeCdata,
  parseTemplate,
  STAND_IN,
  STAND_INS,
  standIn,
  xmlEscaper,
} from './xml-text';
import { attributesOf, CDATA, type Element, indentBefore, SPECIAL_MARKUP, textOf } from './xml-tree';
import { keysIn, valuesIn } from './xml-values';
import { NO_WRAPPER, partsOf, xmlWrapper } from './xml-wrapper';

/** Compiles a format file of the kind `xml`. Mistakes are added to `file.problems`. */
export function compileXml(file: FormatDocument): CompiledFormat {
  const list = xmlWrapper(file, 'list') ?? NO_WRAPPER;
  const single = xmlWrapper(file, 'single') ?? list;
  const eventText = file.value('event') ?? '';
  const [, prefix = 'xsi'] = XSI.exec(list.template + eventText) ?? [];
  // If the member is missing, empty elements have end tags.
  const ending = file.value('emptyElement', '" />" or "/>"', (text) => /^ ?\/>$/.test(text));
  const spelling: XmlSpelling = {
    nil: ` ${prefix}:nil="true"`,
    // All serializers of .NET write an element with `xsi:nil` as one empty tag, even if empty texts have two tags.
    nilEnding: ending ?? ' />',
    escaped: xmlEscaper(file),
  };
  const { write, placeholders, shape } = compileEvent(eventText, spelling, file);
  const shorten = emptyElements(ending);
  const noEvent = file.isNull('none')
    ? null
    : (partsOf(file, 'none')?.join('') ?? shorten(fillWrapper(list.template, '', 0)));
  return {
    reader: shape && xmlReader({ ...shape, list, single, none: noEvent ?? 'null', zone: file.zone }),
    placeholders,
    format: {
      source: 'rows',
      list: listWriter(file, (rows) =>
        shorten(fillWrapper(list.template, rows.map(write).join(''), rows.length)),
      ),
      event: (row) => (row === undefined ? noEvent : shorten(fillWrapper(single.template, write(row), 1))),
    },
  };
}

interface XmlSpelling {
  /** This attribute marks an element without a value. */
  readonly nil: string;
  /** This text ends the tag of an element without a value. */
  readonly nilEnding: string;
  readonly escaped: EscapeText;
}

interface CompiledEvent {
  readonly write: Write;
  readonly placeholders: readonly Placeholder[];
  /** This is `undefined` if the format can only write the event. */
  readonly shape?: Pick<XmlShape, 'element' | 'leaves' | 'values' | 'keys'>;
}

/**
 * Matches the declaration of the prefix of `xsi:nil`. If the root element does not declare it, serializers of .NET
 * declare it at each element that is nil.
 */
const XSI = /xmlns:(\w+)=["']http:\/\/www\.w3\.org\/2001\/XMLSchema-instance["']/;

function compileEvent(
  text: string,
  spelling: XmlSpelling,
  { zone, problems }: FormatDocument,
): CompiledEvent {
  const refuse = (sentence: string): CompiledEvent => {
    problems.add('event', sentence);
    return { write: () => '', placeholders: [] };
  };
  if (RESERVED_CHARACTERS.test(text)) return refuse(RESERVED_SENTENCE);
  const segments = readSegments(text, zone, (problem) => problems.add('event', `${problem}.`));
  const placeholders = segments.filter(isPlaceholder);
  let count = 0;
  const source = segments.map((segment) => (isPlaceholder(segment) ? standIn(count++) : segment)).join('');
  const roots = parseTemplate(source);
  if (typeof roots === 'string') return refuse(roots);
  if (source.match(SPECIAL_MARKUP)?.some((aside) => STAND_IN.test(aside) && !CDATA.test(aside)))
    return refuse('has a placeholder in a comment or an instruction, where no value is possible.');
  const template = new EventTemplate(source, placeholders, spelling);
  const write = writerOf(template.outputs(roots, 0, source.length));
  for (const one of placeholders)
    if (one.whenEmpty !== 'stays' && !template.optional.has(one))
      problems.add(
        'event',
        `has a placeholder with ? or |null (${one.field}) that is not the only content of an element or attribute, so nothing could be left out.`,
      );
  const [root] = roots;
  if (root === undefined || STAND_IN.test(outside(source, root))) return { write, placeholders };
  const keys = keysIn(root);
  const values = valuesIn(root, keys);
  const leaves = [...values].flatMap(([path, { text }]): XmlLeaf[] =>
    STAND_IN.test(text) ? [new Leaf(path, segmentsIn(text, placeholders), path)] : [],
  );
  return {
    write,
    placeholders: leaves.flatMap((leaf) => leaf.placeholders),
    shape: { element: root.name, keys, values, leaves },
  };
}

/** Splits a text with stand-ins into literal texts and placeholders. */
function segmentsIn(text: string, placeholders: readonly Placeholder[]): readonly Segment[] {
  const parts = text.split(STAND_INS);
  return parts
    .map((part, index): Segment => (index % 2 === 0 ? part : (placeholders[Number(part)] ?? '')))
    .filter((segment) => segment !== '');
}

const outside = (source: string, { start, end }: Element) => source.slice(0, start) + source.slice(end);

/**
 * Compiles an event's text with stand-ins for its placeholders, here ⟨0⟩ to ⟨3⟩:
 *
 *     <Event id="{id}" url="{url?}">           <Event id="⟨0⟩" url="⟨1⟩">
 *       <Name>{title}</Name>                     <Name>⟨2⟩</Name>
 *       <Where>{location|null}</Where>           <Where>⟨3⟩</Where>
 *     </Event>                                 </Event>
 *
 * Two parts of it depend on an empty value: ` url="⟨1⟩"` is left out, and the line of `Where` becomes one with
 * `xsi:nil="true"`. An event without url and location is written as
 *
 *     <Event id="7">
 *       <Name>A concert</Name>
 *       <Where xsi:nil="true" />
 *     </Event>
 */
class EventTemplate {
  /** Contains the placeholders whose element or attribute may be left out or become nil if the value is empty. */
  readonly optional = new Set<Placeholder>();

  constructor(
    private readonly text: string,
    private readonly placeholders: readonly Placeholder[],
    private readonly spelling: XmlSpelling,
  ) {}

  /** Returns the output between two offsets of the text. The elements are between them. */
  outputs(elements: readonly Element[], from: number, to: number): Output[] {
    const outputs: Output[] = [];
    let at = from;
    const contents = elements.map((element) => this.#contentOf(element));
    for (const [index, element] of elements.entries()) {
      const { start: tag, contentStart, contentEnd } = element;
      const content = contents[index] ?? [];
      const only = this.#optional(textOf(element));
      const nullable = only?.whenEmpty === 'null' ? [only] : [];
      const optional = content.length > 0 ? content : nullable;
      for (const one of optional) this.optional.add(one);
      const indent = indentBefore(this.text, tag);
      const inside = this.outputs(element.children, contentStart, contentEnd);
      const start = this.#tag(element);
      const isForNil = nullable.length > 0 && Object.keys(element.attributes).length === 1;
      const declared = isForNil ? start.filter((one) => typeof one === 'string' && XSI.test(one)) : [];
      const startTag = start.filter((one) => !declared.includes(one));
      const whole = [indent, ...startTag, '>', ...inside, this.text.slice(contentEnd, element.end)];
      outputs.push(...this.#texts(at, tag - indent.length));
      const { nil, nilEnding } = this.spelling;
      const instead = nullable.length > 0 ? [indent, ...startTag, nil, ...declared, nilEnding] : [];
      outputs.push(...(optional.length > 0 ? [unlessEmpty(optional, whole, instead)] : whole));
      at = element.end;
    }
    // If everything between two tags is left out, the white space there is left out, too.
    const mayBeBare = contents.length > 0 && contents.every(({ length }) => length > 0);
    const last = mayBeBare ? indentBefore(this.text, to) : '';
    const end = last === '' ? [] : [unlessEmpty(contents.flat(), [last], [])];
    return [...outputs, ...this.#texts(at, to - last.length), ...end];
  }

  /**
   * Finds out when an element is left out: its text and all its children must be empty. If it has no text, its
   * attributes with placeholders must be empty instead.
   * @returns all placeholders that must be empty, or none if the element is always written
   */
  #contentOf(element: Element): readonly Placeholder[] {
    const { text, children } = element;
    const attributes = attributesOf(element).map(({ source }) => source);
    const texts = text.trim() === '' ? attributes.filter((one) => STAND_IN.test(one)) : [textOf(element)];
    const ofTexts = texts.map((one) => {
      const only = this.#optional(one);
      return only?.whenEmpty === 'leaves' ? [only] : [];
    });
    const contents = [...ofTexts, ...children.map((child) => this.#contentOf(child))];
    return contents.every(({ length }) => length > 0) ? contents.flat() : [];
  }

  /** Returns the output of a start tag without its `>`. Attributes in it may be left out. */
  #tag(element: Element): Output[] {
    const outputs: Output[] = [];
    const { start, contentStart } = element;
    let at = start;
    for (const { source, spaceStart, end, quote } of attributesOf(element)) {
      const only = this.#optional(source);
      const whole = this.#texts(start + spaceStart, start + end, quote);
      if (only !== undefined) this.optional.add(only);
      outputs.push(this.text.slice(at, start + spaceStart));
      outputs.push(...(only === undefined ? whole : [unlessEmpty([only], whole, [])]));
      at = start + end;
    }
    return [...outputs, this.text.slice(at, contentStart - 1)];
  }

  /** Returns the placeholder if a text is only this placeholder, and an empty value leaves it out or makes it null. */
  #optional(text: string): Placeholder | undefined {
    const [only = '', ...others] = segmentsIn(text, this.placeholders);
    return others.length > 0 || !isPlaceholder(only) || only.whenEmpty === 'stays' ? undefined : only;
  }

  /** @param quote the quotation mark around the text if it is in an attribute */
  #texts(from: number, to: number, quote?: string): Output[] {
    const { escaped } = this.spelling;
    const parts = this.text.slice(from, to).split(CDATA);
    return parts.flatMap((part, index) => {
      const write = index % 2 === 0 ? escaped : escapeCdata;
      return segmentsIn(part, this.placeholders).map(
        (one): Output => (isPlaceholder(one) ? (event) => write(one.text(event), quote) : one),
      );
    });
  }
}

function unlessEmpty(
  placeholders: readonly Placeholder[],
  whole: readonly Output[],
  instead: readonly Output[],
): Write {
  const [write, other] = [writerOf(whole), writerOf(instead)];
  return (event) => (placeholders.every((one) => one.isEmpty(event)) ? other(event) : write(event));
}
