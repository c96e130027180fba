/**
 * Describes a fault independently of the binding: a code and a chain of exceptions. Only `exceptionChain` turns a
 * thrown error into a chain, so that no text reaches a client by accident. `faultOf` adds what SOAP needs.
 */
import { ServiceUnavailableError, SoapException, VisibleError } from './errors';
import { type ChainedException, errorOnServer, unableToProcessRequest } from './messages';
import type { RejectionReason } from './rejections';

/** The text of an error contains only messages (`short`), or also the .NET types (`long`) (contract 0.3). */
export type ErrorDetail = 'short' | 'long';

/** This is SOAP 1.1's code. SOAP 1.2 writes Sender for Client and Receiver for Server (contract 3.3). */
type FaultCode = 'Client' | 'Server' | 'MustUnderstand' | 'VersionMismatch';

export interface Fault {
  readonly code: FaultCode;
  /** The chain has at least one exception. The outermost exception is the first. */
  readonly chain: readonly ChainedException[];
  readonly actor?: string | undefined;
  /**
   * This is false for a fault that a SOAP header causes. .NET clients recognise it by the missing `detail` (contract
   * 2.5).
   */
  readonly detail: boolean;
  /** The content of `detail` is well-formed XML. */
  readonly detailXml?: string | undefined;
}

export function clientFault(...chain: readonly ChainedException[]): Fault {
  return { code: 'Client', chain, detail: true };
}

/** Returns a fault on the server's side, whose chain begins with ASMX's own exception. */
export function serverFault(...links: readonly ChainedException[]): Fault {
  return { code: 'Server', chain: [unableToProcessRequest, ...links], detail: true };
}

/** This error is thrown if a request is rejected before it reaches the service. The binding writes the answer. */
export class RequestRejected extends Error {
  override readonly name = 'RequestRejected';

  /**
   * @param fault has the text for the client, if the binding sends a text
   * @param status the status of the HTTP answer
   */
  constructor(
    readonly reason: RejectionReason,
    readonly fault: Fault,
    readonly status = 500,
  ) {
    super(fault.chain.map((link) => link.message).join(' ---> '));
  }
}

/**
 * Returns the SOAP fault for an error (contract 9.1). GET and POST use `exceptionChain`, which has no wrapping
 * exception.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof RequestRejected) return error.fault;
  if (error instanceof SoapException)
    return {
      code: error.code,
      chain: exceptionChain(error),
      actor: error.actor,
      detail: true,
      detailXml: error.detail,
    };
  if (error instanceof VisibleError) return serverFault(...exceptionChain(error));
  return { code: 'Server', chain: exceptionChain(error), detail: true };
}

/**
 * Returns the chain of an error, without the exception that SOAP wraps around it (contract 9.3). The chain has at least
 * one exception.
 */
export function exceptionChain(error: unknown): readonly ChainedException[] {
  if (error instanceof RequestRejected) return error.fault.chain;
  if (error instanceof ServiceUnavailableError) return [{ type: '', message: error.message }];
  const chain: ChainedException[] = [];
  for (let link = error; link instanceof SoapException || link instanceof VisibleError; link = link.cause) {
    chain.push({ type: link.type, message: link.message });
  }
  return chain.length > 0 ? chain : [errorOnServer];
}

/** Returns true for errors that a client may see, except for ServiceUnavailableError, which is temporary. */
export function isClientVisible(error: unknown): boolean {
  return error instanceof RequestRejected || error instanceof SoapException || error instanceof VisibleError;
}

/**
 * Returns the text of a chain (contract 0.3): only the messages, or with `long` also the types, but no stack frames.
 * @param encode is applied to each message, because GET and POST encode messages for HTML (contract 5.2)
 */
export function formatChain(
  chain: readonly ChainedException[],
  detail: ErrorDetail,
  encode: (message: string) => string = (message) => message,
): string {
  if (detail === 'short')
    return chain.map((link) => encode(link.message === '' ? className(chain) : link.message)).join(' ---> ');
  const heads = chain.map(({ type, message }) =>
    [type, encode(message)].filter((part) => part !== '').join(': '),
  );
  return heads.join(' ---> ') + '\r\n   --- End of inner exception stack trace ---'.repeat(chain.length - 1);
}

/** Returns the class of the outermost exception, which ASMX shows instead of an empty message (contract 0.3). */
function className(chain: readonly ChainedException[]): string {
  return chain[0]?.type.split('.').at(-1) ?? '';
}
