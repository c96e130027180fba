/**
 * Why a request was rejected before it reached the service, as metrics and logs name it. The texts that a client gets
 * are messages.ts's.
 */
export const REJECTION_REASONS = [
  /** The SOAPAction, the action or the element in Body names no operation (contract 2.2, 3.2). */
  'action',
  /** A body longer than the service takes (contract 10.1). */
  'body-length',
  /** No memory is left for the body beside those of other requests. */
  'busy',
  /** The media type is not the binding's (contract 1.6, 1.8). */
  'content-type',
  /** The service has no such description (contract 1.5). */
  'document',
  /** Elements nested more deeply than the service reads (contract 10.1). */
  'element-depth',
  /** The XML is well-formed but has no Envelope or no Body (contract 2.3). */
  'envelope',
  /** A SOAP header that must be understood (contract 2.5). */
  'header',
  /** This is an invalid host, or an invalid header of a proxy that names one. */
  'host',
  /** A request that is not HTTP, or that is too large or too slow (RFC 9112 2.2). */
  'http',
  /** A value looks like markup (contract 5.8). */
  'markup',
  /** The path names no operation (contract 1.7). */
  'method-name',
  /** The path is unknown. */
  'not-found',
  /** This is a parameter that is missing or no value of its type (contract 2.7, 5.4). */
  'parameter',
  /** A path with a character, an escape or an ending that it can't have (contract 1.1, 1.4). */
  'path',
  /** JavaScript's way to call, which needs an attribute that the service has not (contract 1.2). */
  'script',
  /** Not what the WSDL says, with STRICT=true. */
  'strict',
  /** A form or a query of too many names. */
  'too-many-names',
  /** This is a path or a query that is too long (contract 1.1), or both together (docs/reliability.md). */
  'url-length',
  /** A verb that the service has no use for (contract 1.4). */
  'verb',
  /** The Envelope is of neither version (contract 2.4). */
  'version',
  /** The XML is not well-formed, or exceeds the reader's limits (contract 2.3). */
  'xml',
] as const;

export type RejectionReason = (typeof REJECTION_REASONS)[number];
