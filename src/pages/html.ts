/** Writes HTML with a tagged template, which escapes all inserted values. */
import { escapeMarkup } from '../lib/text/markup';

/** Represents markup that is already escaped. Only `html` creates it. */
export class Html {
  private readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

/**
 * A template accepts these values. Text is escaped, `Html` is inserted unchanged, lists are joined, and `undefined` and
 * `false` are empty.
 */
export type Part = string | number | Html | false | undefined | readonly Part[];

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'object') return part.map(render).join('');
  return escapeMarkup(String(part));
}

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((markup, text, index) => markup + render(parts[index - 1]) + text));
}
