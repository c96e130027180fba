import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Recorded exchanges: a request, byte for byte, and what ASMX answers to it (contract 0.4). */

/** The outcome of a call in the service behind the bindings, unless that echoes its arguments. */
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
  /** The answer instead; members that are left out are as in the vector. */
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

/** A recorded exchange with what may be answered to it. */
export interface Case {
  /** `group/name`. */
  readonly id: string;
  /** The service's namespace. */
  readonly namespace: string;
  readonly request: RecordedRequest;
  /** As ASMX answers. */
  readonly recorded: Expectation;
  /** As this project answers on purpose, where that differs. */
  readonly deliberate?: Expectation;
  /** The recorded service answered this one call with a result or an error made for it. */
  readonly isMadeForIt: boolean;
}

const FOLDER = path.join(__dirname, '../../../conformance');

export async function readCases(): Promise<Case[]> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(FOLDER, file), 'utf8'));
  const { vectors }: { readonly vectors: readonly Vector[] } = await read('vectors.json');
  const deviations: readonly Deviation[] = await read('deviations.json');
  return vectors.map((vector) =>
    toCase(
      vector,
      deviations.find(({ id }) => id === vector.id),
    ),
  );
}

function toCase(vector: Vector, deviation: Deviation | undefined): Case {
  return {
    id: vector.id,
    namespace: vector.ns,
    request: vector.request,
    recorded: vector.expect,
    ...(deviation === undefined ? {} : { deliberate: expected(vector, deviation) }),
    isMadeForIt: vector.app !== undefined,
  };
}
