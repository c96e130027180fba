/** Quotes a value for a message: as JSON, shortened to a readable length. */
export function quoted(value: unknown, characters = 80): string {
  return shortened(JSON.stringify(value) ?? String(value), characters);
}

/** Quotes the first names of a list for a message. */
export function quotedList(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).map((name) => quoted(name, 40));
  return `${shown.join(', ')}${names.length > most ? ' and others' : ''}`;
}

export function shortened(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters - 3)}...` : text;
}

/** A note has at most this many characters, because a line with `note: ` before it has at most 120. */
export const MAX_NOTE = 114;
