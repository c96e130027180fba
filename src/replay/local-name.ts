import type { Element } from '../formats/file/xml-tree';

/** An element's name without its prefix. */
export function localName({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1);
}
