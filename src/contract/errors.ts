/**
 * Defines the errors that a service may throw to show a text to a client. For any other error the client sees `An error
 * occurred on the server.`, and the log has the details. This is a public interface: other services behind `createApp`
 * use `VisibleError`, `actor` and `cause`.
 */
import { UserError } from '../lib/errors';

interface FaultCause {
  /** The cause becomes the next exception in the text of the fault (contract 0.3). */
  readonly cause?: SoapException | VisibleError;
}

/**
 * This error is thrown for a fault with a code that the service chooses. Its text is not preceded by `Server was unable
 * to process request.`.
 */
export class SoapException extends Error {
  override readonly name = 'SoapException';
  /** The text of a fault contains this .NET type name if `ERROR_DETAIL` is `long`. */
  readonly type = 'System.Web.Services.Protocols.SoapException';
  readonly code: 'Client' | 'Server';
  /** This is `faultactor` in SOAP 1.1 and `Node` in SOAP 1.2. If it is empty, the fault has neither. */
  readonly actor: string | undefined;
  /** This is well-formed XML for the fault's `detail`. */
  readonly detail: string | undefined;
  override readonly cause: SoapException | VisibleError | undefined;

  constructor(
    message: string,
    {
      code,
      actor,
      detail,
      cause,
    }: FaultCause & {
      readonly code: 'Client' | 'Server';
      readonly actor?: string | undefined;
      readonly detail?: string | undefined;
    },
  ) {
    super(message);
    this.code = code;
    this.actor = actor;
    this.detail = detail;
    this.cause = cause;
  }
}

/** This error is thrown if an answer would be longer than the service's limit. */
export class ResultTooLongError extends SoapException {
  constructor(message: string) {
    super(message, { code: 'Client' });
  }
}

/**
 * This error is thrown for an application error that a client may see. The text of the fault contains the .NET type
 * name if `ERROR_DETAIL` is `long`.
 */
export class VisibleError extends Error {
  override readonly name = 'VisibleError';
  /** This is a full .NET type name such as `System.ArgumentException`. */
  readonly type: string;
  override readonly cause: SoapException | VisibleError | undefined;

  constructor(message: string, { type, cause }: FaultCause & { readonly type: string }) {
    super(message);
    this.type = type;
    this.cause = cause;
  }
}

/**
 * This error is thrown if the service can't answer now, but may be able to soon, because the database is unreachable or
 * too slow. SOAP answers with a Server fault, GET and POST with 503, and a command prints the message. Only the log
 * shows the cause.
 */
export class ServiceUnavailableError extends UserError {
  override readonly name: string = 'ServiceUnavailableError';

  constructor(message: string, { cause }: { readonly cause: unknown }) {
    super(message, { cause });
  }
}

/** This error is thrown if other calls use all resources: no memory is left for a body, or the database is too busy. */
export class ServiceBusyError extends ServiceUnavailableError {
  override readonly name: string = 'ServiceBusyError';

  constructor({ cause }: { readonly cause?: unknown } = {}) {
    super('The service is busy: try again in a moment.', { cause });
  }
}

/** This error is thrown if the client disconnected before its answer was ready. */
export class CallAbandonedError extends ServiceUnavailableError {
  override readonly name = 'CallAbandonedError';

  constructor(cause: unknown) {
    super('The client disconnected before its answer was ready.', { cause });
  }
}
