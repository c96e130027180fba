import type { Clause } from './clause';
import { dispatchClauses } from './dispatch';
import { encodingClauses } from './encoding';
import { envelopeClauses } from './envelope';
import { httpClauses } from './http';
import { parameterClauses } from './parameters';
import { resultClauses } from './results';
import { routingClauses } from './routing';

/** Contains all cases. The name of each begins with the number of its clause. */
export const CLAUSES: readonly Clause[] = [
  ...dispatchClauses,
  ...routingClauses,
  ...envelopeClauses,
  ...parameterClauses,
  ...encodingClauses,
  ...httpClauses,
  ...resultClauses,
];
