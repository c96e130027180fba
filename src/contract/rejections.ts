/**
 * Lists why a request was rejected before it reached the service, as metrics and logs name it. messages.ts has the
 * texts that a client gets.
 */
export const REJECTION_REASONS = [
  /** The SOAPAction, the action or the element in Body names no operation (contract 2.2, 3.2). */
  'action',
  /** The body is longer than the service takes (contract 10.1). */
  'body-length',
  /** No memory is left for the body beside those of other requests. */
  'busy',
  /** The media type is not the binding's (contract 1.6, 1.8). */
  'content-type',
  /** The service has no such description (contract 1.5). */
  'document',
  /** Elements are nested more deeply than the service reads (contract 10.1). */
  'element-depth',
  /** The XML is well-formed but has no Envelope or no Body (contract 2.3). */
  'envelope',
  /** A SOAP header must be understood, and none is (contract 2.5). */
  'header',
  /** The host is invalid, or so is a header of a proxy that names one. */
  'host',
  /** The request is not HTTP, or it is too large or too slow (RFC 9112 2.2). */
  'http',
  /** A value looks like markup (contract 5.8). */
  'markup',
  /** The path names no operation (contract 1.7). */
  'method-name',
  /** The path is unknown. */
  'not-found',
  /** A parameter is missing or no value of its type (contract 2.7, 5.4). */
  'parameter',
  /** The path has a character, an escape or an ending that it can't have (contract 1.1, 1.4). */
  'path',
  /** The request calls in JavaScript's way, which needs an attribute that the service does not have (contract 1.2). */
  'script',
  /** The request is not what the WSDL says, with STRICT=true. */
  'strict',
  /** A form or a query has too many names. */
  'too-many-names',
  /** The path or the query is too long (contract 1.1), or both together are (docs/reliability.md). */
  'url-length',
  /** The service has no use for the verb (contract 1.4). */
  'verb',
  /** The Envelope is of neither version (contract 2.4). */
  'version',
  /** The XML is not well-formed, or exceeds the reader's limits (contract 2.3). */
  'xml',
] as const;

export type RejectionReason = (typeof REJECTION_REASONS)[number];
