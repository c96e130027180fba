import type { BindingName } from '../contract/bindings';
import type { OperationName } from '../contract/operations';
import { type Element, parseKeepingReturns } from '../formats/file/xml-tree';
import { unescapeMarkup } from '../text/markup';
import { faultDetail } from './fault-detail';
import { localName } from './local-name';
import type { RecordedAnswer, RecordedFault } from './recording';

export interface RawAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

/**
 * What a service of this interface answered to a call; `undefined` where its answer has none of the binding's shapes.
 */
export function readAnswer(
  answer: RawAnswer,
  binding: BindingName,
  operation: OperationName,
): RecordedAnswer | undefined {
  const text = answer.body.toString('utf8').replace(/^\ufeff/, '');
  const isSoap = binding === 'soap11' || binding === 'soap12';
  if (!isSoap && answer.status === 500 && /^text\/plain\b/i.test(answer.contentType ?? '')) {
    // Texts of GET and POST are encoded for HTML (contract 5.2).
    return { fault: { code: 'Server', text: unescapeMarkup(text.replace(/\r\n$/, '')) } };
  }
  const tree = parseKeepingReturns(text);
  if (typeof tree === 'string') return undefined;
  const [root] = tree.roots;
  if (root === undefined) return undefined;
  return isSoap ? envelopeAnswer(root, operation, text) : stringAnswer(root, answer.status);
}

function stringAnswer(root: Element, status: number): RecordedAnswer | undefined {
  if (status !== 200 || localName(root) !== 'string') return undefined;
  const isNil = Object.entries(root.attributes).some(
    ([name, value]) => /(^|:)nil$/.test(name) && ['true', '1'].includes(value),
  );
  return { result: isNil ? null : root.text };
}

function envelopeAnswer(root: Element, operation: OperationName, text: string): RecordedAnswer | undefined {
  const content = localName(root) === 'Envelope' ? child(root, 'Body')?.children[0] : undefined;
  if (content === undefined) return undefined;
  if (localName(content) === 'Fault') return { fault: faultOf(content, faultDetail(text)) };
  if (localName(content) !== `${operation}Response`) return undefined;
  return { result: child(content, `${operation}Result`)?.text ?? null };
}

/** Of SOAP 1.1, else of 1.2, which says the same by other names. */
function faultOf(fault: Element, detail: string | undefined): RecordedFault {
  const code = child(fault, 'faultcode')?.text ?? textOf(fault, ['Code', 'Value']) ?? '';
  const text = child(fault, 'faultstring')?.text ?? textOf(fault, ['Reason', 'Text']) ?? '';
  const actor = child(fault, 'faultactor')?.text ?? child(fault, 'Node')?.text;
  return {
    code: /(^|:)(Client|Sender)\b/.test(code.trim()) ? 'Client' : 'Server',
    text,
    ...(actor === undefined ? {} : { actor }),
    ...(detail === undefined ? {} : { detail }),
  };
}

function textOf(element: Element, path: readonly string[]): string | undefined {
  return path.reduce<Element | undefined>((at, name) => at && child(at, name), element)?.text;
}

function child({ children }: Element, name: string): Element | undefined {
  return children.find((one) => localName(one) === name);
}
