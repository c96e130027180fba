/**
 * Lists the reasons for which requests are rejected before they reach the service. Metrics and logs use these names.
 * messages.ts has the texts for clients.
 */
export const REJECTION_REASONS = [
  /** The SOAPAction, the action or the element in Body names no operation (contract 2.2, 3.2). */
  'action',
  /** The body is longer than the service allows (contract 10.1). */
  'body-length',
  /** Other requests use all memory for bodies. */
  'busy',
  /** The media type is not the binding's (contract 1.6, 1.8). */
  'content-type',
  /** The service does not have the document that the query asks for (contract 1.5). */
  'document',
  /** Elements are nested more deeply than the service allows (contract 10.1). */
  'element-depth',
  /** The XML is well-formed but has no Envelope or no Body (contract 2.3). */
  'envelope',
  /** A SOAP header has mustUnderstand, and the service understands no headers (contract 2.5). */
  'header',
  /** The Host header, or a header in which a proxy reports the host, is invalid. */
  'host',
  /** The request is not HTTP, or it is too large or too slow (RFC 9112 2.2). */
  'http',
  /** A value looks like markup (contract 5.8). */
  'markup',
  /** The name after the service's path names no operation (contract 1.7). */
  'method-name',
  /** The path is unknown. */
  'not-found',
  /** A parameter is missing, or its text is not a value of its type (contract 2.7, 5.4). */
  'parameter',
  /** The path has a character, an escape or an ending that is not allowed (contract 1.1, 1.4). */
  'path',
  /** The request is for ASP.NET's script services, and the service is not one of them (contract 1.2). */
  'script',
  /** The request breaks the WSDL, and STRICT is true. */
  'strict',
  /** A form has more than 1,000 names (contract 10.1). */
  'too-many-names',
  /** The path or the query is too long (contract 1.1), or both together are (docs/reliability.md). */
  'url-length',
  /** The service does not support the verb (contract 1.4). */
  'verb',
  /** The namespace of the Envelope is of neither SOAP version (contract 2.4). */
  'version',
  /** The XML is not well-formed, or exceeds the reader's limits (contract 2.3). */
  'xml',
] as const;

export type RejectionReason = (typeof REJECTION_REASONS)[number];
