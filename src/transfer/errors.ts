import { UserError } from '../lib/errors';
import { withoutControls } from '../lib/text/escape-controls';
import type { Place } from './event-record';

/** An import or export that can't go on. Its message is one complete sentence, fit for a user. */
export class TransferError extends UserError {
  override readonly name: string = 'TransferError';

  constructor(message: string, options?: ErrorOptions) {
    super(withoutControls(message), options);
  }
}

/** One row that can't become an event: where it stands, which field, its value and what is allowed. */
export class RowRefusal extends TransferError {
  /** @param advice what the options of `import` have to offer: it stands behind the reason */
  constructor(
    readonly place: Place,
    readonly reason: string,
    advice = '',
  ) {
    super(`${placeText(place)}: ${reason}${advice && `; ${advice}`}`);
  }
}

export function placeText({ file, unit, number }: Place): string {
  return `${file}, ${unit} ${number}`;
}
