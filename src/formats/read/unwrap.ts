import { elementsOf, parseKeepingReturns } from '../file/xml-tree';

/**
 * A result as it was saved from the wire: out of its `<string>` or its Envelope. A text that is nothing of the
 * kind stays what it is.
 */
export function unwrap(text: string): string {
  const bare = text.replace(/^\ufeff/, '').trim();
  if (!bare.startsWith('<')) return bare;
  const tree = parseKeepingReturns(bare);
  if (typeof tree === 'string') return bare;
  const ends = [...elementsOf(tree.roots)].filter(({ children }) => children.length === 0);
  const [end] = ends;
  const inner = end?.text.trim() ?? '';
  return ends.length === 1 && /^[<[{"]|^null$|^BEGIN:VCALENDAR/.test(inner) ? inner : bare;
}
