/** A text of a format file, taken apart at its braces. */

/** `{start:date}` */
export interface Slot {
  /** Between the braces. */
  readonly body: string;
}

export type TextPart = string | Slot;

/**
 * Literal text and slots in turn; `{{` and `}}` are braces of the text.
 * @returns what is wrong where the braces don't pair
 */
export function parseText(text: string): readonly TextPart[] | string {
  const parts: TextPart[] = [];
  let literal = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character !== '{' && character !== '}') literal += character;
    else if (text[at + 1] === character) {
      literal += character;
      at++;
    } else if (character === '}') {
      return 'has a } without its {: write }} for a brace';
    } else {
      const end = slotEnd(text, at + 1);
      if (end === undefined) return 'has a { without its }: write {{ for a brace';
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push({ body: text.slice(at + 1, end) });
      at = end;
    }
  }
  if (literal !== '') parts.push(literal);
  return parts;
}

/** Where the slot's brace stands: what is quoted in a date pattern doesn't count. */
function slotEnd(text: string, from: number): number | undefined {
  const quotes = !text.startsWith('extra.', from);
  let inside = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (quotes && character === '\\' && !inside) at++;
    else if (quotes && character === "'") inside = !inside;
    else if (character === '}' && !inside) return at;
    else if (character === '{' && !inside) return undefined;
  }
  return undefined;
}
