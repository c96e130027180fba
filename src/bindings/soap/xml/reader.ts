/**
 * Reads the nodes of a document one after another, with the laziness and the words of .NET's XmlReader: what was not
 * read was not parsed (contract 2.3), and the place of the next node is known when a value turns out to be wrong
 * (contract 2.7.1).
 */
import type { XmlDocument, XmlNode } from './document';
import { isBlank, position } from './errors';

export class XmlReader {
  readonly #document: XmlDocument;
  #next = 0;
  #node: XmlNode = { kind: 'pi', offset: 0 };

  /** Reading begins before the first node. */
  constructor(document: XmlDocument) {
    this.#document = document;
  }

  get text(): string {
    return this.#document.text;
  }

  /** The node that the reader stands on. */
  get node(): XmlNode {
    return this.#node;
  }

  /** True on the one tag of an element written as `<a/>`, which has no end tag of its own. */
  get isEmptyElement(): boolean {
    return this.#node.kind === 'start' && this.#node.isEmpty;
  }

  /**
   * Goes to the next node; past the last one it stays at `eof`.
   * @throws XmlError where the document is not well-formed
   */
  read(): XmlNode {
    const node = this.#document.node(this.#next);
    if (node.kind !== 'eof') this.#next++;
    this.#node = node;
    return node;
  }

  /** Skips blanks, comments and processing instructions from where the reader stands: XmlReader.MoveToContent. */
  moveToContent(): XmlNode {
    while (isIgnorable(this.#node)) this.read();
    return this.#node;
  }

  /** Leaves the element that the reader stands on, or any other node, behind: XmlReader.Skip. */
  skip(): void {
    if (this.#node.kind === 'start' && !this.isEmptyElement) {
      for (let depth = 1; depth > 0; ) {
        const node = this.read();
        if (node.kind === 'start' && !node.isEmpty) depth++;
        else if (node.kind === 'end') depth--;
      }
    }
    this.read();
  }

  isStart(local: string, namespace: string): boolean {
    const node = this.moveToContent();
    return node.kind === 'start' && node.local === local && node.namespace === namespace;
  }

  /** Line and column of the node that the reader stands on, as XmlTextReader counts them (contract 2.7.1). */
  place(): { readonly line: number; readonly column: number } {
    const { text } = this.#document;
    return position(text, this.#node.offset + anchor(text, this.#node));
  }
}

function isIgnorable(node: XmlNode): boolean {
  return node.kind === 'comment' || node.kind === 'pi' || (node.kind === 'text' && isBlank(node.value));
}

/** How far into a node the column that .NET reports lies (contract 2.7.1). */
function anchor(text: string, node: XmlNode): number {
  switch (node.kind) {
    case 'start':
      return 1;
    case 'end':
    case 'pi':
      return 2;
    case 'comment':
      return '<!--'.length;
    case 'cdata':
      return '<![CDATA['.length;
    default:
      return text.startsWith('<', node.offset) ? 1 : 0;
  }
}
