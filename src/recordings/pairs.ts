/** Pairs the nodes of one name on both sides of a comparison. */
import type { TreeNode } from '../formats/tree';
import { groupBy } from '../lib/group-by';

interface Nodes {
  readonly text: string;
  readonly nodes: readonly TreeNode[];
}

/**
 * Pairs nodes by what identifies them. If nothing does, those with equal texts are paired first, and the others in
 * their order if both sides have as many.
 * @param isList only the nodes of a list have something that identifies them
 */
export function* pairsOf(left: Nodes, right: Nodes, isList: boolean): Generator<[TreeNode, TreeNode]> {
  const identity = isList ? identityOf(left.nodes, right.nodes) : undefined;
  const keyOf = (node: TreeNode, text: string) => identity?.(node) ?? text.slice(node.from, node.to);
  const waiting = groupBy(right.nodes, (node) => keyOf(node, right.text));
  const rest: TreeNode[] = [];
  const paired = new Set<TreeNode>();
  for (const node of left.nodes) {
    const other = waiting.get(keyOf(node, left.text))?.shift();
    if (other === undefined) rest.push(node);
    else {
      paired.add(other);
      yield [node, other];
    }
  }
  const others = right.nodes.filter((node) => !paired.has(node));
  if (identity !== undefined || rest.length !== others.length) return;
  for (const [index, node] of rest.entries()) {
    const other = others[index];
    if (other !== undefined) yield [node, other];
  }
}

type Identity = (node: TreeNode) => string | undefined;

/**
 * Finds the member that identifies items on both sides, and whose value most items share with one of the other side.
 */
function identityOf(left: readonly TreeNode[], right: readonly TreeNode[]): Identity | undefined {
  const names = new Set((left[0]?.children ?? []).map(({ name }) => name));
  const identities = [...names].map(
    (name): Identity =>
      (node) =>
        node.children.find((child) => child.name === name)?.value,
  );
  let best: { readonly identity: Identity; readonly shared: number } | undefined;
  for (const identity of [...identities, (node: TreeNode) => node.value]) {
    const [ones, others] = [left.map(identity), right.map(identity)];
    if ([ones, others].some((values) => values.includes(undefined) || new Set(values).size < values.length))
      continue;
    const known = new Set(others);
    const shared = ones.filter((value) => known.has(value)).length;
    if (shared > (best?.shared ?? 0)) best = { identity, shared };
  }
  return best?.identity;
}
