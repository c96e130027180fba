import { quoted } from '../lib/text/quoted';
import { FormatDocument, Problems } from './document';
import type { EventRow } from './event';
import {
  type JsonLeaf,
  type JsonShape,
  type JsonWrapper,
  jsonReader,
  nameAt,
  type Path,
  valuesAround,
} from './json-read';
import { escapes, type Mark, replaceParts, spaces } from './json-spelling';
import { Leaf, memberName, type Output, readSegments, type Write, writer } from './leaf';
import { listWriter } from './list-order';
import { type Placeholder, readPlaceholder } from './placeholder';
import type { Plan } from './read';
import type { TreeNode } from './tree';
import { AROUND, type Around, COUNT, EVENTS, partsAround, wrapped } from './wrapper';

export function planJson(file: FormatDocument): Plan {
  const event = file.members.get('event');
  const template = new EventTemplate(file, 'event');
  const outputs = event === undefined ? [] : template.whole(event);
  const mark = spaces(file);
  const [list, single] = [wrapperOf(file, 'list', mark), wrapperOf(file, 'single', mark)];
  // White space depends on the depth of the event, which is known only now, as all its mistakes are.
  const copy = new FormatDocument(file.kind, file.members, file.clock, new Problems(''));
  const writerAt = (depth: number) =>
    writer(
      event === undefined || mark === undefined
        ? outputs
        : new EventTemplate(copy, 'event', mark, depth).whole(event),
    );
  const depth = list.path.length + 1;
  const writeAlone = writerAt(single.path.length);
  const none = file.members.get('none');
  const empty = file.members.get('empty')?.value;
  const shape: JsonShape = {
    leaves: template.leaves,
    names: template.names,
    list,
    single,
    none: none === undefined ? (empty ?? 'null') : noneOf(file, none, mark),
    saysNone: (none ?? empty) !== undefined,
    clock: file.clock,
  };
  const escaped = escapes(file);
  const events = listWriterOf(list, writerAt(depth), (part) => mark?.(part, depth) ?? part);
  return {
    reader: jsonReader(shape),
    placeholders: [
      ...shape.leaves.flatMap(({ placeholders }) => placeholders),
      ...(list.key ? [list.key] : []),
    ],
    format: {
      source: 'rows',
      list: listWriter(file, (rows) => escaped(wrapped(list.template, events(rows), rows.length))),
      event: (row) => escaped(row === undefined ? shape.none : wrapped(single.template, writeAlone(row), 1)),
    },
  };
}

/** An empty string in the file means an empty answer, not the JSON `""`. */
function noneOf(file: FormatDocument, node: TreeNode, mark: Mark | undefined): string {
  const isEmpty = node.type === 'string' && node.value === '';
  return isEmpty ? '' : new WrapperTemplate(file, 'none', mark).whole(node).join('');
}

/** Returns a function that writes an array of events, or an object of them. */
function listWriterOf({ key }: JsonWrapper, write: Write, mark: (part: string) => string) {
  const [open, close] = key === undefined ? ['[', ']'] : ['{', '}'];
  const member = (row: EventRow) =>
    key === undefined ? write(row) : JSON.stringify(key.text(row)) + mark(':') + write(row);
  return (rows: readonly EventRow[]) =>
    rows.length === 0 ? open + close : mark(open) + rows.map(member).join(mark(',')) + mark(close);
}

/** Represents a value of the file as output. A value with placeholders also has a leaf. */
interface Planned {
  readonly outputs: readonly Output[];
  readonly leaf?: JsonLeaf;
}

/** Compiles a value of a format file to JSON. */
abstract class Template<Member extends Around | 'event'> {
  /** These are the paths of all members, as `nameAt` writes them. */
  readonly names = new Set<string>();

  /**
   * @param key the member of the format file that holds the value
   * @param mark without it there is no white space
   * @param depth the number of brackets that are open around the value
   */
  constructor(
    protected readonly file: FormatDocument,
    protected readonly key: Member,
    protected readonly mark?: Mark,
    protected readonly depth = 0,
  ) {}

  /** @param path the path of the array or object that the bracket, comma or colon belongs to */
  #mark(part: string, path: Path): string {
    return this.mark?.(part, this.depth + path.length + 1) ?? part;
  }

  #inBrackets([open = '', close = '']: string, all: readonly (readonly Output[])[], path: Path): Output[] {
    if (all.length === 0) return [open + close];
    const separated = all.flatMap((one, index) => (index === 0 ? one : [this.#mark(',', path), ...one]));
    return [this.#mark(open, path), ...separated, this.#mark(close, path)];
  }

  protected abstract string(text: string, path: Path): Planned;

  protected refuse(path: Path, sentence: string): void {
    this.file.problems.add(nameAt([this.key, ...path]), sentence);
  }

  /** Compiles a value that can't be left out. */
  whole(node: TreeNode, path: Path = []): readonly Output[] {
    const { outputs, leaf } = this.#value(node, path);
    if (leaf?.has('leaves'))
      this.refuse(path, 'is not a member of an object, and only members can be left out by ?: write |null.');
    return outputs;
  }

  #value(node: TreeNode, path: Path): Planned {
    switch (node.type) {
      case 'string':
        return this.string(node.value ?? '', path);
      case 'object':
        return { outputs: this.object(node.children, path) };
      case 'array': {
        const elements = node.children.map((element, index) => this.whole(element, [...path, index]));
        return { outputs: this.#inBrackets('[]', elements, path) };
      }
      default:
        return { outputs: [node.value ?? ''] };
    }
  }

  protected object(members: readonly TreeNode[], path: Path): readonly Output[] {
    const colon = this.#mark(':', path);
    const planned = members.map((member) => {
      const name = memberName(member.name, (problem) => this.refuse([...path, member.name], problem));
      const inside = [...path, name];
      this.names.add(nameAt(inside));
      const { outputs, leaf } = this.#value(member, inside);
      return { outputs: [JSON.stringify(name) + colon, ...outputs], leaf };
    });
    if (planned.every(({ leaf }) => !leaf?.has('leaves')))
      return this.#inBrackets(
        '{}',
        planned.map(({ outputs }) => outputs),
        path,
      );
    const writers = planned.map(({ outputs, leaf }) => ({ write: writer(outputs), leaf }));
    const [open, comma, close] = [this.#mark('{', path), this.#mark(',', path), this.#mark('}', path)];
    const write: Write = (event) => {
      let text = '';
      for (const { write: member, leaf } of writers) {
        if (leaf?.isEmpty(event, 'leaves')) continue;
        text += (text === '' ? open : comma) + member(event);
      }
      return text === '' ? '{}' : text + close;
    };
    return [write];
  }
}

/** Escapes a text for a JSON string, without the quotes. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

class EventTemplate extends Template<'event'> {
  readonly leaves: JsonLeaf[] = [];

  protected string(text: string, path: Path): Planned {
    const segments = readSegments(text, this.file.clock, (problem) =>
      this.refuse(path, `is ${quoted(text)}, which ${problem}.`),
    );
    const leaf: JsonLeaf = new Leaf(path, segments, nameAt(path));
    const { only } = leaf;
    const outputs: Output[] = only ? [this.#json(only, path)] : ['"', ...leaf.outputs(escaped), '"'];
    if (leaf.placeholders.length === 0) return { outputs };
    this.leaves.push(leaf);
    if (!leaf.has('null')) return { outputs, leaf };
    const write = writer(outputs);
    return { outputs: [(event) => (leaf.isEmpty(event, 'null') ? 'null' : write(event))], leaf };
  }

  /** An extra field may be an object or an array, whose white space depends on its depth. */
  #json({ type, json }: Placeholder, { length }: Path): Write {
    const { mark, depth } = this;
    if (mark === undefined || type !== 'json') return json;
    return (event) => replaceParts(json(event), (part, inside) => mark(part, depth + length + inside));
  }
}

const BARE: JsonWrapper = { template: EVENTS, path: [], values: new Map() };

/** Compiles the value that contains `{events}` or `{event}` exactly once. */
function wrapperOf(file: FormatDocument, key: 'list' | 'single', mark: Mark | undefined): JsonWrapper {
  const node = file.members.get(key);
  if (node === undefined) return BARE;
  const wrapper = new WrapperTemplate(file, key, mark);
  const template = wrapper.whole(node).join('');
  const [found] = wrapper.found;
  if (found !== undefined && wrapper.found.length === 1) {
    const sample: unknown = JSON.parse(template.replaceAll(EVENTS, 'null').replaceAll(COUNT, '0'));
    const values = new Map([...valuesAround(sample, found.path), ...wrapper.counts]);
    return { template, ...found, values };
  }
  file.problems.add(
    key,
    `must contain "{${AROUND[key].allowed[0]}}" exactly once, not ${wrapper.found.length} times.`,
  );
  return BARE;
}

const KEYS = ['{id}', '{uid}'];

/** Compiles the value around the events or the event, or the value of `none`. */
class WrapperTemplate extends Template<Around> {
  readonly found: Pick<JsonWrapper, 'path' | 'key'>[] = [];
  readonly counts = new Map<string, typeof COUNT>();

  /** `{"{id}": "{events}"}` is an object with a member for each event. */
  protected override object(members: readonly TreeNode[], path: Path): readonly Output[] {
    const [only, ...others] = members;
    if (this.key !== 'list' || only === undefined || others.length > 0 || !KEYS.includes(only.name))
      return super.object(members, path);
    const key = readPlaceholder(only.name.slice(1, -1), this.file.clock);
    if (only.type === 'string' && only.value === '{events}' && typeof key !== 'string')
      this.found.push({ path, key });
    else this.refuse([...path, only.name], 'must be "{events}": each event has its own name there.');
    return [EVENTS];
  }

  protected string(text: string, path: Path): Planned {
    const parts = partsAround(text, this.key, (sentence) => this.refuse(path, sentence));
    const [first = ''] = parts;
    const isOnly = parts.length === 1 && typeof first !== 'string';
    const isNumber = isOnly && first.body === 'count';
    if (isOnly && !first.body.startsWith('count')) {
      this.found.push({ path });
      return { outputs: [EVENTS] };
    }
    if (parts.some((part) => typeof part !== 'string')) this.counts.set(nameAt(path), COUNT);
    const outputs = parts.map((part) => (typeof part === 'string' ? escaped(part) : COUNT));
    return { outputs: isNumber ? outputs : ['"', ...outputs, '"'] };
  }
}
