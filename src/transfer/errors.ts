import type { Field } from '../formats/event-fields';
import { UserError } from '../lib/errors';
import { escapeControls } from '../lib/text/escape-controls';
import type { Place } from './event-record';

/** Represents advice in a refusal: an option of `import` with its effect, or a change of the file. */
export interface Advice {
  readonly option?: string;
  readonly effect: string;
}

/**
 * Represents an import or export that can't go on. Its message is one complete sentence, fit for a user of the command
 * line.
 */
export class TransferError extends UserError {
  override readonly name: string = 'TransferError';

  constructor(message: string, options?: ErrorOptions) {
    super(escapeControls(message), options);
  }
}

/** Represents a source without a column for a field that every event needs. */
export class MissingFieldError extends TransferError {
  /**
   * @param found the first names that the source has, as a sentence tells them
   * @param ways the options `--map` that would name the columns, and the command that infers a format file
   */
  constructor(
    readonly file: string,
    readonly fields: readonly Field[],
    readonly found: string,
    { maps, format }: { readonly maps: string; readonly format?: string },
  ) {
    const or = format === undefined ? '' : `, or: ${format}`;
    super(`${file} has no ${fields.join(' and no ')}; it has ${found}. Say ${maps}${or}`);
  }
}

/** Is thrown for bytes that are no text in an encoding. */
export class EncodingError extends TransferError {
  constructor(
    readonly file: string,
    readonly encoding: string | undefined,
    cause?: unknown,
  ) {
    const example = encoding === undefined ? ', such as windows-1252' : '';
    super(`${file} is not ${encoding ?? 'UTF-8'} text: --encoding names another${example}.`, { cause });
  }
}

/** Represents a `--map FIELD=NAME` whose name is nowhere in the sources. */
export class UnknownNameError extends TransferError {
  /**
   * @param mapping `FIELD=NAME`, quoted
   * @param reason the rest of the sentence
   */
  constructor(
    readonly mapping: string,
    readonly reason: string,
  ) {
    super(`--map ${mapping} ${reason}.`);
  }
}

interface RefusalDetails {
  /**
   * This is the source's own name of the field, or a property of a calendar. It is absent if the whole row is refused.
   */
  readonly field?: string;
  /** The value breaks this rule: `must be text`. */
  readonly allowed?: string;
  readonly advice?: Advice | undefined;
}

/** Represents a row that can't become an event: it has the place, the field, its value and the allowed values. */
export class RowRefusal extends TransferError {
  /**
   * These are the refusals of further fields of the same row. An import tells the first, and test control tells them
   * all.
   */
  others: readonly RowRefusal[] = [];

  /** @param reason without the place, the advice and a full stop */
  constructor(
    readonly place: Place,
    readonly reason: string,
    readonly details: RefusalDetails = {},
  ) {
    super(
      `${placeText(place)}: ${reason}${details.advice === undefined ? '' : `; ${adviceText(details.advice)}`}`,
    );
  }
}

function adviceText({ option, effect }: Advice): string {
  return option === undefined ? effect : `--${option} ${effect}`;
}

export function placeText({ file, unit, number }: Place): string {
  return `${file}, ${unit} ${number}`;
}
