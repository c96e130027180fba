import type { Clock } from '../lib/time/clock';
import { type JsonNode, type Key, type Member, type Problems, quotedText } from './document';
import type { EventRow } from './event';
import { type JsonLeaf, type JsonShape, jsonReader } from './json-read';
import { type JsonWrapper, jsonWrapper, memberName, nameAt, noneOf, type Path } from './json-wrapper';
import { Leaf, type Piece, readSegments, type Write, writer } from './leaf';
import { type Plan, wrapped } from './plan';

/** Compiles a format file of the kind `json`. */
export function planJson(values: ReadonlyMap<Key, JsonNode>, clock: Clock, problems: Problems): Plan {
  const template = new EventTemplate(clock, problems);
  const event = values.get('event');
  const write = writer(event === undefined ? [] : template.whole(event));
  const none = values.get('none');
  const shape: JsonShape = {
    leaves: template.leaves,
    names: template.names,
    list: jsonWrapper(values.get('list'), 'list', clock, problems),
    single: jsonWrapper(values.get('single'), 'single', clock, problems),
    none: none === undefined ? 'null' : noneOf(none, clock, problems),
    saysNone: none !== undefined,
  };
  const { list, single } = shape;
  return {
    reader: () => jsonReader(shape),
    leaves: shape.leaves,
    placeholders: [
      ...shape.leaves.flatMap(({ placeholders }) => placeholders),
      ...(list.key ? [list.key] : []),
    ],
    none: shape.none,
    writeList: (rows) => wrapped(list.template, listOf(rows, write, list.key), rows.length),
    writeEvent: (row) => wrapped(single.template, write(row), 1),
  };
}

function listOf(rows: readonly EventRow[], write: Write, key: JsonWrapper['key']): string {
  if (key === undefined) return `[${rows.map(write).join(',')}]`;
  return `{${rows.map((row) => `${JSON.stringify(key.text(row))}:${write(row)}`).join(',')}}`;
}

/** Between the quotes of a JSON string. */
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

/** The event's value, which notes its leaves and the names of its members. */
class EventTemplate {
  readonly leaves: JsonLeaf[] = [];
  readonly names = new Set<string>();

  constructor(
    private readonly clock: Clock,
    private readonly problems: Problems,
  ) {}

  whole(node: JsonNode): Piece[] {
    return this.#stays(node, [], 'event');
  }

  /** @param place as the file's author would say it */
  #value(node: JsonNode, path: Path, place: string): { readonly pieces: Piece[]; readonly leaf?: JsonLeaf } {
    switch (node.type) {
      case 'literal':
        return { pieces: [node.source] };
      case 'string':
        return this.#text(node.text, path, place);
      case 'object':
        return { pieces: this.#object(node.members, path, place) };
      case 'array': {
        const elements = node.elements.map((element, index) =>
          this.#stays(element, [...path, index], `${place}[${index}]`),
        );
        return { pieces: ['[', ...elements.flatMap((one, index) => [index === 0 ? '' : ',', ...one]), ']'] };
      }
    }
  }

  #object(members: readonly Member[], path: Path, place: string): Piece[] {
    const planned = members.map(({ name: given, value }) => {
      const inside = `${place}.${given}`;
      const name = memberName(given, inside, this.problems);
      this.names.add(nameAt([...path, name]));
      const { pieces, leaf } = this.#value(value, [...path, name], inside);
      return { pieces: [`${JSON.stringify(name)}:`, ...pieces], leaf };
    });
    if (planned.every(({ leaf }) => !leaf?.mayLeave)) {
      return ['{', ...planned.flatMap(({ pieces }, index) => [index === 0 ? '' : ',', ...pieces]), '}'];
    }
    const writers = planned.map(({ pieces, leaf }) => ({ write: writer(pieces), leaf }));
    const write: Write = (event) => {
      const left = writers.filter(({ leaf }) => !leaf?.isLeftOut(event));
      return left.map((member) => member.write(event)).join(',');
    };
    return ['{', write, '}'];
  }

  #text(text: string, path: Path, place: string): { readonly pieces: Piece[]; readonly leaf?: JsonLeaf } {
    const segments = readSegments(text, this.clock, (problem) =>
      this.problems.add(place, `is ${quotedText(text)}, which ${problem}.`),
    );
    if (segments === undefined) return { pieces: [] };
    const leaf: JsonLeaf = new Leaf(path, segments);
    const { only } = leaf;
    const pieces: Piece[] = only ? [(event) => only.json(event)] : ['"', ...leaf.pieces(escaped), '"'];
    if (leaf.placeholders.length === 0) return { pieces };
    this.leaves.push(leaf);
    if (!leaf.mayBeNull) return { pieces, leaf };
    const write = writer(pieces);
    return { pieces: [(event) => (leaf.isNull(event) ? 'null' : write(event))], leaf };
  }

  /** A value that can't be left out. */
  #stays(node: JsonNode, path: Path, place: string): Piece[] {
    const { pieces, leaf } = this.#value(node, path, place);
    if (leaf?.mayLeave) {
      this.problems.add(
        place,
        'is no member of an object, and only those can be left out by ?: write |null.',
      );
    }
    return pieces;
  }
}
