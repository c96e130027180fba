/** Makes one call over each of the four bindings, as a client of the binding sends it. */
import { type Binding, callBy, messageOf } from './calls';
import type { RawAnswer } from './raw-http';
import { type Address, send } from './send';

export { BINDINGS } from './calls';

export type Arguments = Readonly<Record<string, string>>;

export function requestThrough(
  binding: Binding,
  operation: string,
  args: Arguments,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  return messageOf(callBy(binding, operation, args), { Connection: 'close', ...headers });
}

export function callThrough(
  binding: Binding,
  operation: string,
  args: Arguments,
  to: Address,
): Promise<RawAnswer> {
  return send(requestThrough(binding, operation, args), to);
}

/** Returns the result string in an answer, or `null` if the binding expresses a null result. */
export function resultOf(binding: Binding, { body: text }: RawAnswer): string | null {
  if (binding === 'soap11' || binding === 'soap12') {
    if (/<\w+Response xmlns="[^"]*" \/>/.test(text)) return null;
    if (/<\w+Result \/>/.test(text)) return '';
    return unescaped(/<\w+Result>([^<]*)</.exec(text)?.[1]);
  }
  if (text.includes('xsi:nil="true"')) return null;
  return /<string xmlns="[^"]*" \/>$/.test(text)
    ? ''
    : unescaped(/<string xmlns="[^"]*">([^<]*)</.exec(text)?.[1]);
}

function unescaped(escaped: string | undefined): string {
  if (escaped === undefined) throw new Error('the answer holds no result');
  return escaped.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
}
