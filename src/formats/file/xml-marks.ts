import { type Element, elementsOf } from './xml-tree';

// Placeholders stand between these while the text around them is parsed: characters for private use.
export const MARK = /\ue000(\d+)\ue001/;
export const MARKS = /\ue000(\d+)\ue001/g;
export const marked = (index: number) => `\ue000${index}\ue001`;

/** The placeholders that stand in attributes' values. */
export function attributeMarks(roots: readonly Element[]): Set<number> {
  const texts = [...elementsOf(roots)].flatMap(({ attributes }) => Object.values(attributes));
  return new Set(texts.flatMap((text) => [...text.matchAll(MARKS)].map((match) => Number(match[1]))));
}
