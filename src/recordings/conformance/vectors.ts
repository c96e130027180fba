/** Reads the recorded exchanges. Each is a request, byte for byte, and ASMX's answer to it (contract 0.4). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** If the service of an exchange does not echo its arguments, it must return this result or throw this error. */
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
  /** The id has the form `group/name`. */
  readonly id: string;
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
  /** This replaces `body` if the bytes are not UTF-8. */
  readonly bodyBase64?: string;
}

export interface Expectation {
  readonly status: number;
  readonly reason?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The answer must not have headers with these names. */
  readonly withoutHeaders?: readonly string[];
  /** This is `undefined` for a page, because no client depends on the HTML of a page. */
  readonly body?: string;
  readonly kind?: 'help-page' | 'aspnet-error-page' | 'wsdl';
  readonly exceptionType?: string;
  readonly exceptionMessage?: string;
  /**
   * With `ERROR_DETAIL=long` the fault's text begins with this text, which is escaped and lacks the stack frames after
   * it.
   */
  readonly longHead?: string;
}

/** Represents an answer that differs from ASMX's on purpose (contract 11). */
export interface Deviation {
  readonly id: string;
  readonly reason: string;
  /** These members replace the same members of the recorded answer. */
  readonly answer: Partial<Expectation>;
}

function expected(recorded: Expectation, { answer }: Deviation): Expectation {
  const gone = [...(answer.withoutHeaders ?? [])];
  // A page may have any length, because its HTML is not promised.
  if (answer.kind !== undefined) gone.push('Content-Length');
  const headers = Object.entries({ ...recorded.headers, ...answer.headers });
  return {
    ...recorded,
    ...answer,
    headers: Object.fromEntries(headers.filter(([name]) => !gone.includes(name))),
  };
}

/** A case is a recorded exchange with the answers that are allowed: ASMX's own, and this project's if it differs. */
export interface Case extends Vector {
  readonly deliberate: Expectation | undefined;
}

const FOLDER = path.join(__dirname, '../../../conformance');

/** Reads the recorded exchanges, and the answers in which this project deliberately differs. */
export async function readCases(): Promise<Case[]> {
  const read = async (file: string) => JSON.parse(await readFile(path.join(FOLDER, file), 'utf8'));
  const { vectors }: { readonly vectors: readonly Vector[] } = await read('vectors.json');
  const deviations: readonly Deviation[] = await read('deviations.json');
  return vectors.map((vector) => {
    const deviation = deviations.find(({ id }) => id === vector.id);
    return { ...vector, deliberate: deviation && expected(vector.expect, deviation) };
  });
}
