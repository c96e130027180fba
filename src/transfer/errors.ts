import { UserError } from '../lib/errors';
import { escapeControls } from '../lib/text/escape-controls';
import type { Place } from './event-record';

/** Represents advice in an error: an option of `import` with its effect, or a change of the file. */
export interface Advice {
  readonly option?: string;
  readonly effect: string;
  /** A command is another way. */
  readonly command?: string;
}

interface Details extends ErrorOptions {
  readonly advice?: Advice | undefined;
  /** This option has a wrong value, and the sentence begins with it. */
  readonly option?: string;
}

/**
 * Represents an import or export that can't go on. Its message is one complete sentence, fit for a user of the command
 * line.
 */
export class TransferError extends UserError {
  override readonly name: string = 'TransferError';
  readonly advice: Advice | undefined;
  readonly option: string | undefined;

  /** @param reason is the sentence without the option and the advice. Test control tells these as its parameters. */
  constructor(
    readonly reason: string,
    { advice, option, ...options }: Details = {},
  ) {
    const sentence = option === undefined ? reason : `--${option} ${reason}`;
    super(escapeControls(advice === undefined ? sentence : `${sentence}; ${adviceText(advice)}`), options);
    this.advice = advice;
    this.option = option;
  }
}

/** Is thrown for bytes that are no text in an encoding. */
export function encodingError(file: string, encoding?: string, cause?: unknown): TransferError {
  const effect = `names another${encoding === undefined ? ', such as windows-1252' : ''}`;
  return new TransferError(`${file} is not ${encoding ?? 'UTF-8'} text`, {
    advice: { option: 'encoding', effect },
    cause,
  });
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

  /** @param why is the reason without the place, the advice and a full stop */
  constructor(
    readonly place: Place,
    why: string,
    readonly details: RefusalDetails = {},
  ) {
    super(`${placeText(place)}: ${why}`, { advice: details.advice });
  }
}

function adviceText({ option, effect, command }: Advice): string {
  const text = option === undefined ? effect : `--${option} ${effect}`;
  return command === undefined ? text : `${text}, or: ${command}`;
}

export function placeText({ file, unit, number }: Place): string {
  return `${file}, ${unit} ${number}`;
}
