import type { JsonNode, Key } from './document';
import { nameAt, type Path } from './json-path';
import { constant, memberName, type Wrapping, wrapping } from './json-wrapping';
import { JSON_STRING, PLAIN } from './output';
import { type Piece, type Write, writer } from './pieces';
import { extraJson, isPlaceholder, type Placeholder, readPlaceholders } from './placeholder';
import { type Problems, quotedText } from './problems';
import { parseText } from './text';
import type { Clock } from './time-forms';

/** A text of the event that holds placeholders. */
export interface JsonLeaf {
  readonly path: Path;
  readonly parts: readonly (string | Placeholder)[];
}

/** A format file of the kind `json`, made ready to write and to read. */
export interface JsonPlan {
  readonly kind: 'json';
  readonly writeEvent: Write;
  readonly leaves: readonly JsonLeaf[];
  /** Every member of the event, as `nameAt` writes its path. */
  readonly names: ReadonlySet<string>;
  readonly list: Wrapping;
  readonly single: Wrapping;
  readonly none: string;
  /** The format's author says what `none` is. */
  readonly saysNone: boolean;
}

export function planJson(values: ReadonlyMap<Key, JsonNode>, clock: Clock, problems: Problems): JsonPlan {
  const leaves: JsonLeaf[] = [];
  const names = new Set<string>();
  const event = values.get('event');
  const plan = new EventPlan(clock, problems, leaves, names);
  const pieces = event === undefined ? [] : plan.value(event, [], 'event');
  const none = values.get('none');
  return {
    kind: 'json',
    writeEvent: writer(pieces),
    leaves,
    names,
    list: wrapping(values.get('list'), 'list', 'events', problems),
    single: wrapping(values.get('single'), 'single', 'event', problems),
    none: none === undefined ? 'null' : constant(none, 'none', problems),
    saysNone: none !== undefined,
  };
}

/** Compiles the event's value, and notes where its placeholders stand. */
class EventPlan {
  constructor(
    private readonly clock: Clock,
    private readonly problems: Problems,
    private readonly leaves: JsonLeaf[],
    private readonly names: Set<string>,
  ) {}

  /** @param place as the file's author would say it */
  value(node: JsonNode, path: Path, place: string): Piece[] {
    switch (node.type) {
      case 'literal':
        return [node.source];
      case 'object':
        return this.object(node.members, path, place);
      case 'array': {
        const elements = node.elements.map((element, index) => {
          const inside = `${place}[${index}]`;
          return this.mayNotLeave(element, inside, this.value(element, [...path, index], inside));
        });
        return ['[', ...elements.flatMap((element, index) => [index === 0 ? '' : ',', ...element]), ']'];
      }
      case 'string': {
        const pieces = this.text(node.text, path, place);
        return path.length === 0 ? this.mayNotLeave(node, place, pieces) : pieces;
      }
    }
  }

  private object(
    members: readonly { readonly name: string; readonly value: JsonNode }[],
    path: Path,
    place: string,
  ): Piece[] {
    const planned = members.map((member) => {
      const inside = `${place}.${member.name}`;
      const name = memberName(member.name, inside, this.problems);
      this.names.add(nameAt([...path, name]));
      const pieces = [`${JSON.stringify(name)}:`, ...this.value(member.value, [...path, name], inside)];
      return { pieces, leaving: this.partsOf(member.value).filter((part) => part.whenEmpty === 'leaves') };
    });
    if (planned.every(({ leaving }) => leaving.length === 0)) {
      return ['{', ...planned.flatMap(({ pieces }, index) => [index === 0 ? '' : ',', ...pieces]), '}'];
    }
    // Which member is the last isn't known before: each has its comma, and one too many is taken back.
    const write = writer(
      planned.flatMap(({ pieces, leaving }): Piece[] => {
        if (leaving.length === 0) return [...pieces, ','];
        const writeMember = writer([...pieces, ',']);
        return [
          (event, output) => {
            if (!leaving.some((part) => part.isEmpty(event))) writeMember(event, output);
          },
        ];
      }),
    );
    const writeMembers: Write = (event, output) => {
      const { length } = output;
      write(event, output);
      if (output.length > length) output.takeBack();
    };
    return ['{', writeMembers, '}'];
  }

  private text(text: string, path: Path, place: string): Piece[] {
    const parts = this.parts(text);
    if (typeof parts === 'string') {
      this.problems.add(place, `is ${quotedText(text)}, which ${parts}.`);
      return [];
    }
    const placeholders = parts.filter(isPlaceholder);
    if (placeholders.length > 0) this.leaves.push({ path, parts });
    const [first] = parts;
    const write: Piece[] =
      first !== undefined && isPlaceholder(first) && parts.length === 1
        ? whole(first)
        : ['"', ...parts.map(inText), '"'];
    const nulls = placeholders.filter((part) => part.whenEmpty === 'null');
    if (nulls.length === 0) return write;
    const writeText = writer(write);
    return [
      (event, output) => {
        if (nulls.some((part) => part.isEmpty(event))) output.text('null', PLAIN);
        else writeText(event, output);
      },
    ];
  }

  private parts(text: string) {
    const parts = parseText(text);
    return typeof parts === 'string' ? parts : readPlaceholders(parts, this.clock);
  }

  private partsOf(node: JsonNode): readonly Placeholder[] {
    const parts = node.type === 'string' ? this.parts(node.text) : [];
    return typeof parts === 'string' ? [] : parts.filter(isPlaceholder);
  }

  private mayNotLeave(node: JsonNode, place: string, pieces: Piece[]): Piece[] {
    if (this.partsOf(node).some((part) => part.whenEmpty === 'leaves')) {
      this.problems.add(
        place,
        'is no member of an object, and only those can be left out by ?: write |null.',
      );
    }
    return pieces;
  }
}

/** A string that is just one placeholder. */
function whole(part: Placeholder): Piece[] {
  const { subject } = part;
  if (subject.field === 'extra') {
    const { name } = subject;
    return [(event, output) => output.text(extraJson(event, name), PLAIN)];
  }
  return part.type === 'text' ? ['"', inText(part), '"'] : [inText(part)];
}

/** What stands between the quotes of a JSON string. */
function inText(part: string | Placeholder): Piece {
  if (!isPlaceholder(part)) return JSON.stringify(part).slice(1, -1);
  return (event, output) => part.write(event, output, JSON_STRING);
}
