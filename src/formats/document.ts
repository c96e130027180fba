import { UserError } from '../lib/errors';
import { quoted } from '../lib/text/messages';
import type { TimeZone } from '../lib/time/zones';
import { jsonTree, type TreeNode } from './tree';

/** This error is thrown if a format file can't be used. The message has a line for each mistake in the file. */
export class FormatError extends UserError {
  override readonly name = 'FormatError';
}

/** Collects the mistakes in a format file, so that one error reports all of them. */
export class Problems {
  readonly #found: string[] = [];

  constructor(readonly file: string) {}

  /** @param path the place in the file, such as `event.Begins`; `''` means the file itself */
  add(path: string, sentence: string): void {
    this.#found.push(path === '' ? `${this.file} ${sentence}` : `${this.file}: ${path} ${sentence}`);
  }

  /** Adds a mistake after which the compiler can't continue. @throws FormatError with all mistakes */
  fail(path: string, sentence: string): never {
    this.add(path, sentence);
    throw this.#error();
  }

  /** @throws FormatError with all mistakes */
  throwIfAny(): void {
    if (this.#found.length > 0) throw this.#error();
  }

  #error(): FormatError {
    return new FormatError(this.#found.join('\n'));
  }
}

/** People write format files by hand, so a file with more bytes or deeper nesting is not a format file. */
export const MAX_BYTES = 262_144;
export const MAX_DEPTH = 64;

const OF_ANSWERS = ['kind', 'event', 'list', 'order', 'empty', 'single', 'none'] as const;

const KEYS_OF = {
  json: [...OF_ANSWERS, 'escape', 'space'],
  xml: [...OF_ANSWERS, 'escape', 'emptyElement'],
  csv: ['kind', 'event', 'order', 'empty', 'delimiter', 'encoding', 'skip', 'header'],
} as const;

export type Key = (typeof KEYS_OF)[FormatKind][number];

const KEYS: readonly Key[] = [...new Set(Object.values(KEYS_OF).flat())];

export type FormatKind = keyof typeof KEYS_OF;

/** Represents the parsed JSON of a format file. Its members are only those that this kind of file may have. */
export class FormatDocument {
  constructor(
    readonly kind: FormatKind,
    readonly members: ReadonlyMap<Key, TreeNode>,
    /** This is the time zone that `@local` means. */
    readonly zone: TimeZone,
    readonly problems: Problems,
  ) {}

  /**
   * Returns the text of a member that has no members itself. A number or boolean is returned as it is written.
   * @param allowed the end of the message, which says what the value must be
   * @returns `undefined` if the member does not exist, or if its value is not allowed, which is added to `problems`
   */
  value(
    key: Key,
    allowed = 'a text',
    isAllowed: (value: string) => boolean = () => true,
    type: TreeNode['type'] = 'string',
  ): string | undefined {
    const node = this.members.get(key);
    if (node === undefined || (node.type === type && isAllowed(node.value ?? ''))) return node?.value;
    this.problems.add(key, mustBe(allowed, node));
    return undefined;
  }

  isNull(key: Key): boolean {
    return this.members.get(key)?.type === 'null';
  }
}

function mustBe(allowed: string, given: TreeNode | undefined): string {
  const shown = given?.type === 'string' ? `, not ${quoted(given.value ?? '')}` : '';
  return `must be ${allowed}${shown}.`;
}

/** Reads the text of a format file. @throws FormatError if the text is not JSON or does not name its kind */
export function readDocument(text: string, zone: TimeZone, problems: Problems): FormatDocument {
  const document = readJson(text, problems);
  if (document.type !== 'object')
    problems.fail('', `must be a JSON object with the members ${OF_ANSWERS.join(', ')}.`);
  const given = document.children.find(({ name }) => name === 'kind');
  const kind = KINDS.find((one) => given?.type === 'string' && one === given.value);
  const allowed: readonly Key[] = kind === undefined ? KEYS : KEYS_OF[kind];
  const members = new Map<Key, TreeNode>();
  for (const member of document.children) {
    const key = allowed.find((one) => one === member.name);
    if (key === undefined)
      problems.add(
        member.name,
        `is not a member of a format file: the allowed members are ${allowed.join(', ')}.`,
      );
    else members.set(key, member);
  }
  if (!members.has('event'))
    problems.add('', 'has no member event, which describes an event as the clients read it.');
  if (kind === undefined) problems.fail('kind', mustBe(KINDS.map((one) => `"${one}"`).join(', '), given));
  return new FormatDocument(kind, members, zone, problems);
}

const KINDS = Object.keys(KEYS_OF) as readonly FormatKind[];

function readJson(text: string, problems: Problems): TreeNode {
  if (Buffer.byteLength(text) > MAX_BYTES)
    problems.fail('', 'is larger than 256 KB, which is the maximum for a format file.');
  const source = text.replace(/^\ufeff/, '');
  const tree = jsonTree(source, MAX_DEPTH);
  if ('problem' in tree)
    return problems.fail('', `${tree.problem} at ${lineAndColumn(source, tree.offset)}.`);
  refuseDuplicates(tree, '', problems);
  return tree;
}

function refuseDuplicates({ type, children }: TreeNode, path: string, problems: Problems): void {
  const names = new Set<string>();
  for (const [index, child] of children.entries()) {
    const childPath = path === '' ? child.name : `${path}.${child.name}`;
    if (type === 'object' && names.has(child.name)) problems.add(childPath, 'occurs twice.');
    names.add(child.name);
    refuseDuplicates(child, type === 'object' ? childPath : `${path}[${index}]`, problems);
  }
}

function lineAndColumn(source: string, offset: number): string {
  const lines = source.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
