import { UserError } from '../../errors';

/** A format file that can't be used. The message names every fault in it, a line each. */
export class FormatError extends UserError {
  override readonly name = 'FormatError';
}

/** Collects the faults of a format file, so that all of them are told at once. */
export class Problems {
  private readonly found: string[] = [];

  constructor(private readonly file: string) {}

  /** @param path where in the file: `event.Begins`; empty is the file itself */
  add(path: string, sentence: string): void {
    this.found.push(path === '' ? `${this.file} ${sentence}` : `${this.file}: ${path} ${sentence}`);
  }

  /** @throws FormatError when there was anything to tell */
  throwIfAny(): void {
    if (this.found.length > 0) throw new FormatError(this.found.join('\n'));
  }
}

/** As it stands in the file, shortened for a sentence. */
export function quotedText(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
