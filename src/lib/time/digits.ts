/**
 * Reads the decimal digits of `text` between two offsets. With Number() of a slice for each part, a time of ISO 8601
 * takes half as long again to read.
 */
export function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}
