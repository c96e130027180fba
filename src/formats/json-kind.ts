import { parseJson } from '../lib/json';
import { quoted } from '../lib/text/messages';
import type { FormatDocument } from './document';
import type { EventRow } from './event';
import {
  type JsonLeaf,
  type JsonShape,
  type JsonWrapper,
  jsonReader,
  type Path,
  pathText,
  valuesAround,
} from './json-read';
import { jsonEscaper, jsonSpacer } from './json-spelling';
import { Leaf, memberName, type Output, readSegments, type Write, writerOf } from './leaf';
import { listWriter } from './list-order';
import { readPlaceholder } from './placeholder';
import type { CompiledFormat } from './read';
import type { TreeNode } from './tree';
import {
  COUNT_MARK,
  EVENTS_MARK,
  fillWrapper,
  WRAPPER_PLACEHOLDERS,
  type WrapperKey,
  wrapperParts,
} from './wrapper';

/** Compiles a format file of the kind `json`. Mistakes are added to `file.problems`. */
export function compileJson(file: FormatDocument): CompiledFormat {
  const template = new EventTemplate(file, 'event');
  const event = file.members.get('event');
  const write = writerOf(event === undefined ? [] : template.whole(event));
  const [spaced, escaped] = [jsonSpacer(file), jsonEscaper(file)];
  const spelled = (json: string) => escaped(spaced(json));
  const none = file.members.get('none');
  const empty = file.members.get('empty')?.value;
  const shape: JsonShape = {
    leaves: template.leaves,
    names: template.names,
    list: wrapperOf(file, 'list'),
    single: wrapperOf(file, 'single'),
    none: none === undefined ? (empty ?? 'null') : spelled(noneOf(file, none)),
    saysNone: (none ?? empty) !== undefined,
    zone: file.zone,
  };
  const { list, single } = shape;
  const noEvent = none === undefined && file.isNull('empty') ? null : shape.none;
  return {
    reader: jsonReader(shape),
    placeholders: [
      ...shape.leaves.flatMap(({ placeholders }) => placeholders),
      ...(list.key ? [list.key] : []),
    ],
    format: {
      source: 'rows',
      list: listWriter(file, (rows) =>
        spelled(fillWrapper(list.template, listOf(rows, write, list.key), rows.length)),
      ),
      event: (row) => (row === undefined ? noEvent : spelled(fillWrapper(single.template, write(row), 1))),
    },
  };
}

/** Returns the text of `none`. An empty string in the file means an empty answer, and not the JSON `""`. */
function noneOf(file: FormatDocument, node: TreeNode): string {
  return node.value === '' ? '' : new WrapperTemplate(file, 'none').whole(node).join('');
}

function listOf(rows: readonly EventRow[], write: Write, key: JsonWrapper['key']): string {
  if (key === undefined) return `[${rows.map(write).join(',')}]`;
  return `{${rows.map((row) => `${JSON.stringify(key.text(row))}:${write(row)}`).join(',')}}`;
}

/** Represents a value of the file as output. A value with placeholders also has a leaf, which reads it. */
interface CompiledValue {
  readonly outputs: readonly Output[];
  readonly leaf?: JsonLeaf;
}

const separated = (all: readonly (readonly Output[])[]): Output[] =>
  all.flatMap((one, index) => (index === 0 ? one : [',', ...one]));

/** Compiles a value of a format file to compact JSON. */
abstract class Template<Member extends WrapperKey | 'event'> {
  /**
   * Maps the path of each member, as `pathText` writes it, to the value that all events have there, or to `undefined`.
   */
  readonly names = new Map<string, unknown>();

  /** @param key the member of the format file that holds the value */
  constructor(
    protected readonly file: FormatDocument,
    protected readonly key: Member,
  ) {}

  protected abstract string(text: string, path: Path): CompiledValue;

  protected refuse(path: Path, sentence: string): void {
    this.file.problems.add(pathText([this.key, ...path]), sentence);
  }

  /** Compiles a value that can't be left out. */
  whole(node: TreeNode, path: Path = []): readonly Output[] {
    const { outputs, leaf } = this.#value(node, path);
    if (leaf?.has('leaves'))
      this.refuse(
        path,
        'is not a member of an object, and only members can be left out by ?: write |null instead.',
      );
    return outputs;
  }

  #value(node: TreeNode, path: Path): CompiledValue {
    switch (node.type) {
      case 'string':
        return this.string(node.value ?? '', path);
      case 'object':
        return { outputs: this.object(node.children, path) };
      case 'array': {
        const elements = node.children.map((element, index) => this.whole(element, [...path, index]));
        return { outputs: ['[', ...separated(elements), ']'] };
      }
      default:
        return { outputs: [node.value ?? ''] };
    }
  }

  protected object(members: readonly TreeNode[], path: Path): readonly Output[] {
    const planned = members.map((member) => {
      const name = memberName(member.name, (problem) => this.refuse([...path, member.name], problem));
      const inside = [...path, name];
      const { outputs, leaf } = this.#value(member, inside);
      this.names.set(pathText(inside), member.type === 'object' ? undefined : constantOf(outputs));
      return { outputs: [`${JSON.stringify(name)}:`, ...outputs], leaf };
    });
    if (planned.every(({ leaf }) => !leaf?.has('leaves')))
      return ['{', ...separated(planned.map(({ outputs }) => outputs)), '}'];
    const writers = planned.map(({ outputs, leaf }) => ({ write: writerOf(outputs), leaf }));
    const write: Write = (event) => {
      let text = '';
      for (const { write: member, leaf } of writers) {
        if (leaf?.isEmpty(event, 'leaves')) continue;
        text += text === '' ? member(event) : `,${member(event)}`;
      }
      return text;
    };
    return ['{', write, '}'];
  }
}

/** Returns the value that all events have, or `undefined` if a placeholder writes it. */
function constantOf(outputs: readonly Output[]): unknown {
  return outputs.every((output) => typeof output === 'string') ? parseJson(outputs.join('')) : undefined;
}

/** Escapes a text for a JSON string, without the quotes. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

class EventTemplate extends Template<'event'> {
  readonly leaves: JsonLeaf[] = [];

  protected string(text: string, path: Path): CompiledValue {
    const segments = readSegments(text, this.file.zone, (problem) =>
      this.refuse(path, `is ${quoted(text)}, which ${problem}.`),
    );
    const leaf: JsonLeaf = new Leaf(path, segments, pathText(path));
    const { only } = leaf;
    const outputs: Output[] = only ? [only.json] : ['"', ...leaf.outputs(escaped), '"'];
    if (leaf.placeholders.length === 0) return { outputs };
    this.leaves.push(leaf);
    if (!leaf.has('null')) return { outputs, leaf };
    const write = writerOf(outputs);
    return { outputs: [(event) => (leaf.isEmpty(event, 'null') ? 'null' : write(event))], leaf };
  }
}

const NO_WRAPPER: JsonWrapper = { template: EVENTS_MARK, path: [], values: new Map() };

/** Compiles the value that contains `{events}` or `{event}` exactly once. */
function wrapperOf(file: FormatDocument, key: 'list' | 'single'): JsonWrapper {
  const node = file.members.get(key);
  if (node === undefined) return NO_WRAPPER;
  const wrapper = new WrapperTemplate(file, key);
  const template = wrapper.whole(node).join('');
  const [found] = wrapper.found;
  if (found !== undefined && wrapper.found.length === 1) {
    const sample: unknown = JSON.parse(template.replaceAll(EVENTS_MARK, 'null').replaceAll(COUNT_MARK, '0'));
    const values = new Map([...valuesAround(sample, found.path), ...wrapper.counts]);
    return { template, ...found, values };
  }
  file.problems.add(
    key,
    `must contain "{${WRAPPER_PLACEHOLDERS[key].allowed[0]}}" exactly once, not ${wrapper.found.length} times.`,
  );
  return NO_WRAPPER;
}

const KEYS = ['{id}', '{uid}'];

/** Compiles the value around the events or the event, or the value of `none`. */
class WrapperTemplate extends Template<WrapperKey> {
  readonly found: Pick<JsonWrapper, 'path' | 'key'>[] = [];
  readonly counts = new Map<string, typeof COUNT_MARK>();

  /** `{"{id}": "{events}"}` is an object with a member for each event. */
  protected override object(members: readonly TreeNode[], path: Path): readonly Output[] {
    const [only, ...others] = members;
    if (this.key !== 'list' || only === undefined || others.length > 0 || !KEYS.includes(only.name))
      return super.object(members, path);
    const key = readPlaceholder(only.name.slice(1, -1), this.file.zone);
    if (only.type === 'string' && only.value === '{events}' && typeof key !== 'string')
      this.found.push({ path, key });
    else this.refuse([...path, only.name], 'must be "{events}": each event has its own name there.');
    return [EVENTS_MARK];
  }

  protected string(text: string, path: Path): CompiledValue {
    const parts = wrapperParts(text, this.key, (sentence) => this.refuse(path, sentence));
    const [first = ''] = parts;
    const isOnly = parts.length === 1 && typeof first !== 'string';
    const isNumber = isOnly && first.body === 'count';
    if (isOnly && !first.body.startsWith('count')) {
      this.found.push({ path });
      return { outputs: [EVENTS_MARK] };
    }
    if (parts.some((part) => typeof part !== 'string')) this.counts.set(pathText(path), COUNT_MARK);
    const outputs = parts.map((part) => (typeof part === 'string' ? escaped(part) : COUNT_MARK));
    return { outputs: isNumber ? outputs : ['"', ...outputs, '"'] };
  }
}
