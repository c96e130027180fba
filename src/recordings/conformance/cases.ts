import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Deviation, type Expectation, expected, type RecordedRequest, type Vector } from './vectors';

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
