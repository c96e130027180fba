/** One call through each of the four bindings, as a client of each sends it. */

import { type BindingName, BINDINGS as ROWS } from '../../src/contract/bindings';
import { type Address, type Answer, send } from '../../src/recordings/conformance/exchange';
import { envelope, httpMessage, soapMessage, wrapper } from './requests';

export const BINDINGS: readonly BindingName[] = ROWS.map(({ name }) => name);

/** Has arguments as texts, in any order. */
export type Arguments = Readonly<Record<string, string>>;

const CLOSE = { Connection: 'close' };

export function requestThrough(binding: BindingName, operation: string, args: Arguments): Buffer {
  const path = `/WebServices/Events.asmx/${operation}`;
  const pairs = new URLSearchParams(args).toString();
  const elements = Object.entries(args).map(([name, value]) => `<${name}>${value}</${name}>`);
  const body = wrapper(operation, elements.join(''));
  switch (binding) {
    case 'soap11':
      return soapMessage('1.1', operation, envelope('1.1', body), CLOSE);
    case 'soap12':
      return soapMessage('1.2', operation, envelope('1.2', body), CLOSE);
    case 'httpget':
      return httpMessage(`GET ${path}?${pairs} HTTP/1.1`, CLOSE);
    case 'httppost':
      return httpMessage(
        `POST ${path} HTTP/1.1`,
        { ...CLOSE, 'Content-Type': 'application/x-www-form-urlencoded' },
        pairs,
      );
  }
}

export function callThrough(
  binding: BindingName,
  operation: string,
  args: Arguments,
  to: Address,
): Promise<Answer> {
  return send(requestThrough(binding, operation, args), to);
}

/** Returns the result string inside an answer, `null` where the binding's way of saying null stands. */
export function resultOf(binding: BindingName, answer: Answer): string | null {
  const text = answer.body.toString('utf8');
  if (binding === 'soap11' || binding === 'soap12') {
    if (/<Select\w+Response xmlns="[^"]*" \/>/.test(text)) return null;
    if (/<Select\w+Result \/>/.test(text)) return '';
    return unescaped(/<Select\w+Result>([^<]*)</.exec(text)?.[1]);
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
