import { UserError } from '../lib/errors';

/**
 * Defines the errors that a service may throw and a client may see. Any other error reaches the client as `An error
 * occurred on the server.`, and the log as a whole. This is a fixed seam: services of others behind `createApp` use
 * `VisibleError`, `actor` and `cause`.
 */

interface FaultCause {
  /** The cause is the next exception in the text of the fault (contract 0.3). */
  readonly cause?: SoapException | VisibleError;
}

/**
 * Thrown for a fault whose code the service chooses. Its text has no `Server was unable to process request.` before it.
 */
export class SoapException extends Error {
  override readonly name = 'SoapException';
  /** This is the .NET name that the long texts show. */
  readonly type = 'System.Web.Services.Protocols.SoapException';
  readonly code: 'Client' | 'Server';
  /** This is SOAP 1.1's `faultactor` and SOAP 1.2's `Node`. */
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

/** Thrown if an answer would be longer than the service's limit. */
export class ResultTooLongError extends SoapException {
  constructor(message: string) {
    super(message, { code: 'Client' });
  }
}

/** Thrown for an application error that a client may read, under the .NET type name that the long texts show. */
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
 * Thrown if the service can't answer now but may soon, because the database is away or too slow. SOAP answers a Server
 * fault with this message, GET and POST a 503, and a command prints it. Only the log shows the cause.
 */
export class ServiceUnavailableError extends UserError {
  override readonly name: string = 'ServiceUnavailableError';

  constructor(message: string, { cause }: { readonly cause: unknown }) {
    super(message, { cause });
  }
}

/** Thrown if others leave the call no room: no memory for its body, or no time of the database for its read. */
export class ServiceBusyError extends ServiceUnavailableError {
  override readonly name: string = 'ServiceBusyError';

  constructor({ cause }: { readonly cause?: unknown } = {}) {
    super('The service is busy: try again in a moment.', { cause });
  }
}

/** Thrown if the client disconnected before its answer was ready. */
export class CallAbandonedError extends ServiceUnavailableError {
  override readonly name = 'CallAbandonedError';

  constructor(cause: unknown) {
    super('The client went away before its answer was ready.', { cause });
  }
}
