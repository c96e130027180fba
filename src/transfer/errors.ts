import { UserError } from '../errors';
import type { Place } from './event-record';

/** An import or export that can't go on. Its message is one complete sentence, fit for a user. */
export class TransferError extends UserError {
  override readonly name: string = 'TransferError';

  constructor(message: string, options?: ErrorOptions) {
    super(shown(message), options);
  }
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
export function quoted(value: unknown, characters = 80): string {
  return value === undefined ? 'nothing' : shortened(JSON.stringify(value) ?? String(value), characters);
}

/** Names as a refusal tells them: those past `most` are not. */
export function listed(names: readonly string[], most = 30): string {
  const told = names.slice(0, most).map((name) => quoted(name, 40));
  return `${told.join(', ')}${names.length > most ? ' and others' : ''}`;
}

export function shortened(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters - 3)}...` : text;
}

/** What a terminal would act on or not show, as JSON can write it: a file's text is told, never obeyed. */
export function shown(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
