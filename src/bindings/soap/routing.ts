/** Which operation a SOAP request is for (contract 2.2, 3.2, 3.4). */
import { RequestFault } from '../../contract/fault';
import {
  actionMissing,
  actionNotRecognized,
  bodyMissing,
  type ChainedException,
  envelopeMissing,
  lengthBelowZero,
  nullReference,
  soapActionNotRecognized,
  unableToProcessRequest,
  xmlException,
} from '../../contract/messages';
import { OPERATIONS, type Operation } from '../../contract/operations';
import type { RefusalReason } from '../../contract/refusals';
import { versionOfNamespace } from '../../contract/soap-version';
import { urlDecode } from '../../contract/value-collection';
import { Refusal, versionMismatchRefusal } from './refusal';
import { XmlError } from './xml/errors';
import type { XmlReader } from './xml/reader';

/** Routes by the SOAPAction header: the operation whose action it is, exactly (contract 2.2). */
export function routeBySoapAction(header: string, actionBase: string): Operation {
  if (header === '"') throw serverFault('action', lengthBelowZero);
  const quoted = header.startsWith('"') && header.endsWith('"');
  const action = urlDecode(quoted ? header.slice(1, -1) : header);
  const operation = operationOfAction(action, actionBase);
  if (operation === undefined)
    throw new RequestFault('Client', [soapActionNotRecognized(action)], { reason: 'action' });
  return operation;
}

/**
 * Routes by the action parameter of Content-Type, else by the first child of Body (contract 3.2).
 * @param peek a reader at the start of the request, or `undefined` when the request is too long to be read
 */
export function routeByContent(
  actionParameter: string | undefined,
  actionBase: string,
  namespace: string,
  peek: () => XmlReader | undefined,
): Operation {
  const action = actionParameter === undefined ? undefined : urlDecode(actionParameter);
  const byAction = action === undefined ? undefined : operationOfAction(action, actionBase);
  if (byAction !== undefined) return byAction;

  const reader = peek();
  if (reader === undefined) {
    throw refusal(undefined, serverFault('body-length', nullReference));
  }
  const { namespace: envelope, element } = peekAtBody(reader);
  const found = OPERATIONS.find(({ name }) => element?.local === name && element.namespace === namespace);
  if (found !== undefined) return found;
  const unknown = action === undefined ? actionMissing : actionNotRecognized(action);
  throw refusal(envelope, new RequestFault('Client', [unknown], { reason: 'action' }));
}

interface Peeked {
  /** The Envelope's. */
  readonly namespace: string;
  /** The first child of Body; `undefined` where that is no element. */
  readonly element: { readonly local: string; readonly namespace: string } | undefined;
}

/** Errors found here are the server's, with a text, since nothing was routed yet (contract 3.4). */
function peekAtBody(reader: XmlReader): Peeked {
  let namespace: string | undefined;
  try {
    reader.read();
    const root = reader.moveToContent();
    namespace = root.kind === 'start' ? root.namespace : '';
    if (!reader.isStart('Envelope', namespace)) throw serverFault('envelope', envelopeMissing);
    return { namespace, element: firstBodyChild(reader, namespace) };
  } catch (error) {
    if (error instanceof XmlError) {
      const inner = error.inner === undefined ? [] : [error.inner];
      throw refusal(namespace, serverFault('xml', xmlException(error.message), ...inner));
    }
    throw error instanceof RequestFault ? refusal(namespace, error) : error;
  }
}

/** A version mismatch comes before whatever else is wrong (contract 2.4). `undefined`: not known yet. */
function refusal(namespace: string | undefined, fault: RequestFault): Refusal {
  const version = namespace === undefined ? '1.2' : versionOfNamespace(namespace);
  return version === undefined ? versionMismatchRefusal(namespace ?? '') : new Refusal(version, fault);
}

function serverFault(reason: RefusalReason, ...links: readonly ChainedException[]): RequestFault {
  return new RequestFault('Server', [unableToProcessRequest, ...links], { reason });
}

function firstBodyChild(reader: XmlReader, namespace: string): Peeked['element'] {
  if (reader.isEmptyElement) throw serverFault('envelope', bodyMissing);
  reader.read();
  while (!reader.isStart('Body', namespace)) {
    if (reader.node.kind === 'eof') throw serverFault('envelope', bodyMissing);
    reader.skip();
  }
  if (reader.isEmptyElement) return undefined;
  reader.read();
  const child = reader.moveToContent();
  return child.kind === 'start' ? child : undefined;
}

function operationOfAction(action: string, actionBase: string): Operation | undefined {
  return OPERATIONS.find(({ name }) => action === actionBase + name);
}
