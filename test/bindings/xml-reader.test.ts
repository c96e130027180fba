import { type XmlNode, XmlReader } from '../../src/bindings/soap/xml/reader';
import type { QualifiedName } from '../../src/bindings/soap/xml/start-tags';
import recorded from './xml/xml-text-reader.json';

interface RecordedDocument {
  readonly text: string;
  readonly nodes: readonly string[];
  readonly error?: string;
}

/**
 * System.Xml's XmlTextReader read these documents on Mono, in the configuration of ASMX (contract 2.8): DTDs
 * prohibited, normalization on, no resolver. `npm run asmx` compares more of them.
 */
const RECORDED: readonly RecordedDocument[] = recorded;

const KIND: Readonly<Record<string, string>> = {
  start: 'Element',
  end: 'EndElement',
  text: 'Text',
  space: 'Whitespace',
  cdata: 'CDATA',
  comment: 'Comment',
  pi: 'ProcessingInstruction',
  entity: 'EntityReference',
};

const nameOf = ({ prefix, local }: QualifiedName) => (prefix === '' ? local : `${prefix}:${local}`);

/** Describes a node in the format of the recorded nodes. */
function describeNode(reader: XmlReader, node: XmlNode): string {
  const { line, column } = reader.place();
  const words = [`${KIND[node.kind]} ${line},${column}`];
  if (node.kind === 'start') {
    if (node.isEmpty) words.push('empty');
    words.push(nameOf(node), node.namespace);
    for (const one of node.attributes) words.push(nameOf(one), `${one.namespace}=${one.value}`);
  } else if ('value' in node) words.push(node.value);
  return words.join(' ');
}

/** Returns the nodes up to the end or the first error, and the error's message. */
function readAll(text: string): { readonly nodes: string[]; readonly error: string | undefined } {
  const reader = new XmlReader({ text });
  const nodes: string[] = [];
  try {
    for (let node = reader.read(); node.kind !== 'eof'; node = reader.read())
      nodes.push(describeNode(reader, node));
    return { nodes, error: undefined };
  } catch (error) {
    return { nodes, error: (error as Error).message };
  }
}

test.each(RECORDED)('%j is read as XmlTextReader reads it', ({ text, nodes, error }) => {
  const expected = nodes.map((node) => node.replace(/^Significant/, ''));
  expect(readAll(text)).toEqual({ nodes: expected, error });
});

const LONG = 'a'.repeat(2_000);

test.each([
  `<${LONG}:b/>`,
  `<x xmlns:p="u" xmlns:q="u" p:${LONG}="" q:${LONG}=""/>`,
  `<${LONG}>`,
  `<${LONG}></b>`,
  `<b></${LONG}>`,
])('a message shows at most 1,024 characters of a name: %#', (text) => {
  expect(readAll(text).error).toMatch(/(?<![abq:])[abq:]{1021}\.\.\./);
});
