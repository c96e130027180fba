import { TransferError } from '../errors';

/** No event needs an element or document with more characters, or deeper nesting. */
const MAX_ELEMENT = 16 * 1024 * 1024;
const MAX_DEPTH = 256;

/** Inside of a string only its end matters, and backslashes, because an escaped quote does not end it. */
const IN_STRING = /["\\]/g;
const BETWEEN_STRINGS = /["{}[\],]/g;

/**
 * Splits the text of a JSON array into the texts of its elements, with one element in memory at a time. It looks only
 * at brackets, commas and quotation marks. `JSON.parse` later checks each element.
 */
export class JsonElements {
  /** This is the number of elements that were yielded. */
  count = 0;
  private element = '';
  /** The depth is 0 before the array, 1 in it, and more inside of an element. */
  private depth = 0;
  private inString = false;
  private escaped = false;
  private ended = false;

  constructor(private readonly file: string) {}

  /** @throws TransferError if the text is not an array, or continues after it */
  *push(chunk: string): Generator<string> {
    let from = 0;
    for (let at = this.skipTo(chunk, 0); at !== undefined; at = this.skipTo(chunk, at + 1)) {
      const character = chunk[at];
      if (this.inString) {
        this.inString = character !== '"';
        this.escaped = this.inString;
        continue;
      }
      if (this.depth === 0) {
        if (this.ended || character !== '[' || chunk.slice(from, at).trim() !== '') throw this.noArray();
        this.depth = 1;
        from = at + 1;
      } else if (character === '"') {
        this.inString = true;
      } else if (character === '{' || character === '[') {
        this.depth += 1;
        if (this.depth > MAX_DEPTH) throw this.invalid(`more than ${MAX_DEPTH} brackets are open`);
      } else if (character === '}' || character === ']') {
        this.depth -= 1;
        if (this.depth === 0) {
          if (character === '}') throw this.invalid('"}" closes the array');
          yield* this.take(chunk.slice(from, at), true);
          this.ended = true;
          from = at + 1;
        }
      } else if (this.depth === 1) {
        yield* this.take(chunk.slice(from, at), false);
        from = at + 1;
      }
    }
    const rest = chunk.slice(from);
    if (this.depth === 0) {
      if (rest.trim() !== '') throw this.noArray();
      return;
    }
    this.element += rest;
    if (this.element.length > MAX_ELEMENT) {
      throw new TransferError(
        `${this.file} has an element ${this.count + 1} that is longer than ${MAX_ELEMENT} characters.`,
      );
    }
  }

  /** @throws TransferError if the array is not closed */
  end(): void {
    if (!this.ended) {
      throw new TransferError(
        `${this.file} ends in the middle of its JSON array, at element ${this.count + 1}.`,
      );
    }
  }

  /** Finds the next character that matters, from `at` on. */
  private skipTo(chunk: string, at: number): number | undefined {
    const pattern = this.inString ? IN_STRING : BETWEEN_STRINGS;
    pattern.lastIndex = this.escaped ? at + 1 : at;
    this.escaped &&= at >= chunk.length;
    return pattern.exec(chunk)?.index;
  }

  private *take(last: string, closing: boolean): Generator<string> {
    const text = this.element + last;
    this.element = '';
    if (closing && this.count === 0 && text.trim() === '') return; // an empty array
    this.count += 1;
    yield text;
  }

  private noArray(): TransferError {
    return new TransferError(
      this.ended
        ? `${this.file} continues after its JSON array.`
        : `${this.file} must be a JSON array of events.`,
    );
  }

  private invalid(reason: string): TransferError {
    return new TransferError(`${this.file} is not valid JSON after element ${this.count}: ${reason}.`);
  }
}
