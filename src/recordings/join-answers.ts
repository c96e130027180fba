/** Joins list answers, because a format is inferred from the events of all of them. */
import { type TreeNode, treeOf } from './tree';

interface Source {
  readonly text: string;
  readonly node: TreeNode;
}

/**
 * Returns the longest answer with the events of the others added. Everything is written as it came.
 * @returns `undefined` if none is JSON or XML
 */
export function joinAnswers(answers: readonly string[]): string | undefined {
  const sources = answers.flatMap((text): Source[] => {
    const node = treeOf(text);
    return node === undefined ? [] : [{ text, node }];
  });
  sources.sort((one, other) => other.text.length - one.text.length);
  const [first] = sources;
  if (first === undefined) return undefined;
  const alike = sources.filter(({ node }) => node.type === first.node.type);
  return first.text.slice(0, first.node.from) + joined(alike) + first.text.slice(first.node.to);
}

/** Returns the first source with the events of the others. */
function joined(sources: readonly Source[]): string {
  const [first] = sources;
  if (first === undefined) return '';
  const { text, node } = first;
  const isItem = itemsIn(sources);
  const items = sources.flatMap((one) =>
    one.node.children.filter(isItem).map((child) => sourceOf(one, child)),
  );
  const [before] = node.children.filter(isItem);
  let written = '';
  let at = node.from;
  for (const child of node.children) {
    if (isItem(child) && child !== before) {
      at = child.to;
      continue;
    }
    written += text.slice(at, child.from);
    written +=
      child === before ? items.join(node.type === 'array' ? ',' : '') : member(first, child, sources);
    at = child.to;
  }
  return written + text.slice(at, node.to);
}

function member(first: Source, child: TreeNode, sources: readonly Source[]): string {
  if (child.value !== undefined || isSchema(child)) return counted(first, child, sources);
  const others = sources.flatMap(({ text, node }) => {
    const other = node.children.find(({ name, type }) => name === child.name && type === child.type);
    return other === undefined ? [] : [{ text, node: other }];
  });
  return joined(others);
}

/** Adds up a number that counts the events in every answer. */
function counted(first: Source, child: TreeNode, sources: readonly Source[]): string {
  const counts = sources.map(({ node }) =>
    node.children.reduce((sum, { type, children }) => sum + (type === 'array' ? children.length : 0), 0),
  );
  const isCount = sources.every(
    ({ node }, index) =>
      node.children.find(({ name }) => name === child.name)?.value === String(counts[index]),
  );
  if (child.type !== 'number' || !isCount) return sourceOf(first, child);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return first.text.slice(child.from, child.at) + total;
}

/** Recognises events: items of arrays, and elements that are repeated somewhere or hold only values. */
function itemsIn(sources: readonly Source[]): (child: TreeNode) => boolean {
  if (sources.some(({ node }) => node.type === 'array')) return () => true;
  const names = new Set<string>();
  for (const { node } of sources) {
    const seen = new Set<string>();
    for (const child of node.children.filter(isWhole)) {
      if (seen.has(child.name) || !child.children.some(isWhole)) names.add(child.name);
      seen.add(child.name);
    }
  }
  return (child) => isWhole(child) && names.has(child.name);
}

/** Recognises an element that holds others. */
function isWhole(node: TreeNode): boolean {
  return node.type === 'element' && node.value === undefined && !isSchema(node);
}

/** Recognises the schema that a DataSet brings once in each answer. */
function isSchema({ type, name }: TreeNode): boolean {
  return type === 'element' && /(^|:)schema$/.test(name);
}

function sourceOf({ text }: Source, { from, to }: TreeNode): string {
  return text.slice(from, to);
}
