/** `007` */
const THREE_DIGITS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'));

/**
 * The digits of an integer, as `String` has them, in half of its time where they are many: V8 writes what is beyond
 * 31 bits as it writes fractions.
 */
export function writeInteger(value: number): string {
  if (value < 1e9) return String(value);
  const billions = Math.floor(value / 1e9);
  const below = value - billions * 1e9;
  const millions = Math.floor(below / 1e6);
  const rest = below - millions * 1e6;
  const thousands = Math.floor(rest / 1e3);
  const ones = rest - thousands * 1e3;
  return `${billions}${THREE_DIGITS[millions]}${THREE_DIGITS[thousands]}${THREE_DIGITS[ones]}`;
}
