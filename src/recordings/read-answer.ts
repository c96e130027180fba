import { decodeMessage, readMediaType } from '../bindings/content-type';
import type { BindingName } from '../contract/bindings';
import type { OperationName } from '../contract/operations';
import { type Element, isNil, parseXml } from '../formats/xml-tree';
import { unescapeMarkup } from '../lib/text/markup';
import type { RecordedAnswer, RecordedFault } from './recording';

export interface RawAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

/**
 * Reads the answer to a call of any service with this interface.
 * @returns `undefined` if the answer does not have a form that the binding allows
 */
export function readAnswer(
  answer: RawAnswer,
  binding: BindingName,
  operation: OperationName,
): RecordedAnswer | undefined {
  // Without a charset the first bytes and the XML declaration name the encoding, as in a request of SOAP 1.2.
  const { charset, action } = readMediaType(answer.contentType);
  const { text, error } = decodeMessage(answer.body, { base: 'application/xml', charset, action });
  if (error !== undefined) return undefined;
  const isSoap = binding === 'soap11' || binding === 'soap12';
  if (!isSoap && answer.status === 500 && /^text\/plain\b/i.test(answer.contentType ?? '')) {
    // Errors of GET and POST are encoded for HTML (contract 5.2).
    return { fault: { code: 'Server', text: unescapeMarkup(text.replace(/\r\n$/, '')) } };
  }
  const roots = parseXml(text);
  if (typeof roots === 'string') return undefined;
  const [root] = roots;
  if (root === undefined) return undefined;
  if (isSoap) return envelopeAnswer(root, operation);
  if (answer.status !== 200 || localName(root) !== 'string') return undefined;
  return { result: isNil(root) ? null : root.text };
}

function envelopeAnswer(root: Element, operation: OperationName): RecordedAnswer | undefined {
  const body = localName(root) === 'Envelope' ? child(root, 'Body') : undefined;
  const content = body?.children[0];
  if (body === undefined || content === undefined) return undefined;
  if (localName(content) === 'Fault') return { fault: faultOf(content) };
  if (localName(content) !== `${operation}Response`) return undefined;
  return { result: child(content, `${operation}Result`)?.text ?? null };
}

/** Reads a fault. SOAP 1.2 has other names for the same elements. */
function faultOf(fault: Element): RecordedFault {
  const code = child(fault, 'faultcode')?.text ?? textOf(fault, ['Code', 'Value']) ?? '';
  const text = child(fault, 'faultstring')?.text ?? textOf(fault, ['Reason', 'Text']) ?? '';
  const actor = child(fault, 'faultactor')?.text ?? child(fault, 'Node')?.text;
  const details = child(fault, 'detail') ?? child(fault, 'Detail');
  const detail = details?.source.slice(details.opened, details.closed);
  return {
    code: /(^|:)(Client|Sender)\b/.test(code.trim()) ? 'Client' : 'Server',
    text,
    ...(actor === undefined ? {} : { actor }),
    ...(detail?.trim() ? { detail } : {}),
  };
}

function textOf(element: Element, path: readonly string[]): string | undefined {
  return path.reduce<Element | undefined>((at, name) => at && child(at, name), element)?.text;
}

function child({ children }: Element, name: string): Element | undefined {
  return children.find((one) => localName(one) === name);
}

/** Returns an element's name without its prefix. */
function localName({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1);
}
