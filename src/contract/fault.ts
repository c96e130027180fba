/**
 * Faults, as every binding renders them: a code and a chain of exceptions. One funnel, `bareChain`, makes the
 * chain from whatever was thrown, so that nothing that was not meant for a client can reach one; `faultOf` adds what
 * SOAP says besides.
 */
import { ServiceUnavailableError, SoapException, VisibleError } from './errors';
import { type ChainedException, errorOnServer, unableToProcessRequest } from './messages';
import type { RejectionReason } from './rejections';

/** An error's text has the messages only, or the .NET types too (contract 0.3). */
export type ErrorDetail = 'short' | 'long';

/** SOAP 1.1's names; SOAP 1.2 writes Sender for Client and Receiver for Server (contract 3.3). */
export type FaultCode = 'Client' | 'Server' | 'MustUnderstand' | 'VersionMismatch';

export interface Fault {
  readonly code: FaultCode;
  /** Outermost first; never empty. */
  readonly chain: readonly ChainedException[];
  readonly actor?: string | undefined;
  /** False for a fault of a SOAP header: .NET clients tell it by the missing `detail` (contract 2.5). */
  readonly detail: boolean;
  /** The detail's content: well-formed XML. */
  readonly detailXml?: string | undefined;
}

/** Makes a fault that blames the client. @param chain outermost first, at least one */
export function clientFault(...chain: readonly ChainedException[]): Fault {
  return { code: 'Client', chain, detail: true };
}

/** Makes a fault that blames the server, with the outer link that ASMX adds. */
export function serverFault(...links: readonly ChainedException[]): Fault {
  return { code: 'Server', chain: [unableToProcessRequest, ...links], detail: true };
}

/** A request that never reaches the service. It is thrown where that is found out, and rendered once, by its binding. */
export class RequestRejected extends Error {
  override readonly name = 'RequestRejected';

  /**
   * @param fault what the client is told, as far as its binding tells anything
   * @param status of the HTTP answer
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
 * The fault that SOAP answers to `error` (contract 9.1). GET and POST leave out the wrapping link: `bareChain`.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof RequestRejected) return error.fault;
  if (error instanceof SoapException) {
    return {
      code: error.code,
      chain: bareChain(error),
      actor: error.actor,
      detail: true,
      detailXml: error.detail,
    };
  }
  if (error instanceof VisibleError) {
    return { code: 'Server', chain: [unableToProcessRequest, ...bareChain(error)], detail: true };
  }
  return { code: 'Server', chain: bareChain(error), detail: true };
}

/** The chain of `error` itself, without the link that SOAP wraps around it (contract 9.3). */
export function bareChain(error: unknown): readonly ChainedException[] {
  if (error instanceof RequestRejected) return error.fault.chain;
  if (error instanceof ServiceUnavailableError) return [{ type: '', message: error.message }];
  const chain: ChainedException[] = [];
  for (let link = error; link instanceof SoapException || link instanceof VisibleError; link = link.cause) {
    chain.push({ type: link.type, message: link.message });
  }
  return chain.length > 0 ? chain : [errorOnServer];
}

/** True for errors that a client may see; all others belong into the log. */
export function isForClients(error: unknown): boolean {
  return error instanceof RequestRejected || error instanceof SoapException || error instanceof VisibleError;
}

/**
 * The text of a chain (contract 0.3): short, the messages joined; long, the types too, without stack frames.
 * `encode` is applied to each message: GET and POST encode them for HTML (contract 5.2).
 */
export function chainText(
  chain: readonly ChainedException[],
  detail: ErrorDetail,
  encode: (message: string) => string = (message) => message,
): string {
  if (detail === 'short') {
    return chain.map((link) => encode(link.message === '' ? className(chain) : link.message)).join(' ---> ');
  }
  const heads = chain.map(({ type, message }) =>
    [type, encode(message)].filter((part) => part !== '').join(': '),
  );
  return heads.join(' ---> ') + '\r\n   --- End of inner exception stack trace ---'.repeat(chain.length - 1);
}

/** The outermost exception's class, which ASMX shows in place of an empty message (contract 0.3). */
function className(chain: readonly ChainedException[]): string {
  return chain[0]?.type.split('.').at(-1) ?? '';
}
