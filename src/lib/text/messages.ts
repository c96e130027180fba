/** Writes values and counts into messages, on one readable line. */

/** Quotes a value for a message: as JSON, shortened to a readable length. */
export function quoted(value: unknown, characters = 80): string {
  return shortened(JSON.stringify(value) ?? String(value), characters);
}

/** Quotes the first names of a list for a message. */
export function quotedList(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).map((name) => quoted(name, 40));
  return `${shown.join(', ')}${names.length > most ? ' and others' : ''}`;
}

/** Cuts a text to at most this many characters. A text that was cut ends in `...`. */
export function shortened(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters - 3)}...` : text;
}

/** A note has at most this many characters, because a line with `note: ` before it has at most 120. */
export const MAX_NOTE = 114;

/** Returns a count with its noun, such as `1 event` or `2 events`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Quotes a text as one word of a POSIX shell, if necessary. */
export function shellWord(word: string): string {
  return /^[\w=.:/@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Escapes control characters, so that untrusted text cannot break the log line or the terminal. */
export function escapeControls(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are escaped
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
