/** Recorded exchanges: a request, byte for byte, and what ASMX answers to it (contract 0.4). */

/** What the service behind the bindings does, where it is not the echo of its arguments. */
export type AppOutcome = { readonly result: string | null } | { readonly throw: ThrownError };

export interface ThrownError {
  /** `SoapException`, or a full .NET type name. */
  readonly type: string;
  readonly message: string;
  readonly code?: 'Client' | 'Server';
  readonly actor?: string;
  readonly inner?: ThrownError;
}

export interface Vector {
  /** `group/name`. */
  readonly id: string;
  /** The service's namespace. */
  readonly ns: string;
  readonly request: RecordedRequest;
  readonly expect: Expectation;
  readonly app?: AppOutcome;
  readonly note?: string;
}

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** In place of `body` where that is no UTF-8. */
  readonly bodyBase64?: string;
}

export interface Expectation {
  readonly status: number;
  readonly reason?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers that the answer must not have. */
  readonly withoutHeaders?: readonly string[];
  /** Absent for the two kinds of pages, whose HTML no client relies on. */
  readonly body?: string;
  readonly kind?: 'help-page' | 'aspnet-error-page' | 'wsdl';
  readonly exceptionType?: string;
  readonly exceptionMessage?: string;
  /** The fault's text with `ERROR_DETAIL=long` up to the first stack frame, escaped as in the body. */
  readonly longHead?: string;
}

/** An answer that differs from ASMX's on purpose (contract 11). */
export interface Deviation {
  readonly id: string;
  readonly reason: string;
  /** What is answered instead; members left out are as in the vector. */
  readonly answer: Partial<Expectation>;
}

/** The answer that is expected once the deliberate difference is taken into account. */
export function expected(vector: Vector, { answer }: Deviation): Expectation {
  const gone = [...(answer.withoutHeaders ?? [])];
  // A page has no length of its own: its HTML is nobody's contract.
  if (answer.kind !== undefined) gone.push('Content-Length');
  const headers = Object.entries({ ...vector.expect.headers, ...answer.headers });
  return {
    ...vector.expect,
    ...answer,
    headers: Object.fromEntries(headers.filter(([name]) => !gone.includes(name))),
  };
}
