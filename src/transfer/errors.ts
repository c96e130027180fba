import { UserError } from '../lib/errors';
import { escapeControls } from '../lib/text/messages';
import type { Place } from './event-record';

/** Represents advice in an error: an option of `import` with its effect, or a change of the file. */
export interface Advice {
  readonly option?: string;
  readonly effect: string;
  /** This command solves the problem in another way. Test control does not show it, because it has no commands. */
  readonly command?: string;
}

interface Details extends ErrorOptions {
  readonly advice?: Advice | undefined;
  /** If an option has a wrong value, the sentence begins with the option's name. */
  readonly option?: string;
}

/** This error is thrown if an import or export can't continue. Its message is one complete sentence for the user. */
export class TransferError extends UserError {
  override readonly name: string = 'TransferError';
  readonly advice: Advice | undefined;
  readonly option: string | undefined;

  /** @param reason the sentence without the option and the advice, for which test control uses its own words */
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

export function encodingError(file: string, encoding?: string, cause?: unknown): TransferError {
  const effect = `names another encoding${encoding === undefined ? ', such as windows-1252' : ''}`;
  return new TransferError(`${file} is not ${encoding ?? 'UTF-8'} text`, {
    advice: { option: 'encoding', effect },
    cause,
  });
}

interface RefusalDetails {
  /**
   * This is the name that the file has for the field, or the name of an iCalendar property. It is absent if the whole
   * row is refused.
   */
  readonly field?: string;
  /** The value breaks this rule: `must be text`. */
  readonly allowed?: string;
  readonly advice?: Advice | undefined;
}

/** This error is thrown for a row that can't become an event. It names the place, the field, the value and the rule. */
export class RowRefusal extends TransferError {
  /**
   * These are the refusals of other fields of the same row. An import reports only the first refusal, and test control
   * reports all.
   */
  others: readonly RowRefusal[] = [];

  /** @param why the reason without the place, the advice and the full stop */
  constructor(
    readonly place: Place,
    readonly why: string,
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
