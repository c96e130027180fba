import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Reads the recorded exchanges. Each is a request, byte for byte, and what ASMX answers to it (contract 0.4). */

/** The service behind the bindings has this outcome if it does not echo its arguments. */
export type AppOutcome = { readonly result: string | null } | { readonly throw: ThrownError };

export interface ThrownError {
  /** The type is `SoapException` or the full name of a .NET type. */
  readonly type: string;
  readonly message: string;
  readonly code?: 'Client' | 'Server';
  readonly actor?: string;
  readonly inner?: ThrownError;
}

export interface Vector {
  /** It is written as `group/name`. */
  readonly id: string;
  /** The exchange was recorded in this namespace. */
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
  /** It replaces `body` if that is not UTF-8. */
  readonly bodyBase64?: string;
}

export interface Expectation {
  readonly status: number;
  readonly reason?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The answer must not have headers with these names. */
  readonly withoutHeaders?: readonly string[];
  /** Pages have no body here, because no client relies on their HTML. */
  readonly body?: string;
  readonly kind?: 'help-page' | 'aspnet-error-page' | 'wsdl';
  readonly exceptionType?: string;
  readonly exceptionMessage?: string;
  /** With `ERROR_DETAIL=long` the fault's text begins so, up to the first stack frame, escaped as in the body. */
  readonly longHead?: string;
}

/** This answer differs from ASMX's on purpose (contract 11). */
export interface Deviation {
  readonly id: string;
  readonly reason: string;
  /** These members replace those of the vector. */
  readonly answer: Partial<Expectation>;
}

/** Returns the answer of this project, with the deliberate difference. */
function expected(recorded: Expectation, { answer }: Deviation): Expectation {
  const gone = [...(answer.withoutHeaders ?? [])];
  // The length of a page is no promise, because its HTML is none.
  if (answer.kind !== undefined) gone.push('Content-Length');
  const headers = Object.entries({ ...recorded.headers, ...answer.headers });
  return {
    ...recorded,
    ...answer,
    headers: Object.fromEntries(headers.filter(([name]) => !gone.includes(name))),
  };
}

/** A case is a recorded exchange with the answers that are allowed. */
export interface Case {
  /** It is written as `group/name`. */
  readonly id: string;
  /** The exchange was recorded in this namespace. */
  readonly namespace: string;
  readonly request: RecordedRequest;
  /** ASMX answers so. */
  readonly recorded: Expectation;
  /** This project answers so on purpose, if that differs. */
  readonly deliberate: Expectation | undefined;
  /** The recorded service made a result or an error for this call alone. */
  readonly hasCustomOutcome: boolean;
}

const FOLDER = path.join(__dirname, '../../../conformance');

export async function readCases(): Promise<Case[]> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(FOLDER, file), 'utf8'));
  const { vectors }: { readonly vectors: readonly Vector[] } = await read('vectors.json');
  const deviations: readonly Deviation[] = await read('deviations.json');
  return vectors.map(({ id, ns, request, expect: recorded, app }) => {
    const deviation = deviations.find((one) => one.id === id);
    const deliberate = deviation && expected(recorded, deviation);
    return { id, namespace: ns, request, recorded, deliberate, hasCustomOutcome: app !== undefined };
  });
}
