import { UserError } from '../errors';
import type { Place } from './event-record';

/** An import or export that can't go on. Its message is one complete sentence, fit for a user. */
export class TransferError extends UserError {
  override readonly name: string = 'TransferError';
}

/** One row that can't become an event: where it stands, which field, its value and what is allowed. */
export class RowRefusal extends TransferError {
  constructor(
    readonly place: Place,
    readonly reason: string,
  ) {
    super(`${placeText(place)}: ${reason}`);
  }
}

export function placeText({ file, unit, number }: Place): string {
  return `${file}, ${unit} ${number}`;
}

/** A value as a refusal quotes it: JSON, cut to a readable length. */
export function quoted(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
