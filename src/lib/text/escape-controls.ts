/**
 * Text from outside as logs and messages show it: line ends, what a terminal would act on, and what it would not show,
 * as JSON can write it. It is told, never obeyed, and stays on its line.
 */
export function withoutControls(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
