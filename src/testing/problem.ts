/** Makes the problem details (RFC 9457) that answer a request which test control refuses. */
import type { Mistake, NearMiss, Problem as ProblemBody } from './schema/journal';

const KINDS = {
  'not-json': { status: 400, title: 'The body is not JSON' },
  'wrong-value': { status: 400, title: 'A value is not allowed' },
  'cross-site': { status: 403, title: 'The request came from a page of another site' },
  'not-found': { status: 404, title: 'Not found' },
  method: { status: 405, title: 'Method not allowed' },
  timeout: { status: 408, title: 'The requests did not come in time' },
  taken: { status: 409, title: 'The name is already used' },
  gone: { status: 410, title: 'The space has ended' },
  'too-large': { status: 413, title: 'Too large' },
  'media-type': { status: 415, title: 'Unsupported media type' },
  expectation: { status: 417, title: 'The expectation failed' },
  import: { status: 422, title: 'The events were refused' },
  unexpected: { status: 500, title: 'An unexpected error occurred' },
  starting: { status: 503, title: 'The service is starting' },
  store: { status: 503, title: "The store can't be read" },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly title: string }>>;

export const NO_STORE_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

type ProblemKind = keyof typeof KINDS;

export const MAX_MISTAKES = 100;

/** This error is thrown to answer a request with a problem. Its message is one sentence for the author of the test. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly #mistakes: readonly Mistake[];

  /** @param what a sentence, or at least one mistake in the query or the body */
  constructor(
    readonly kind: ProblemKind,
    what: string | readonly Mistake[],
    readonly headers: Readonly<Record<string, string>> = {},
    readonly nearest?: readonly NearMiss[],
  ) {
    const mistakes = typeof what === 'string' ? [] : what.slice(0, MAX_MISTAKES);
    super(typeof what === 'string' ? what : sentenceOf(mistakes));
    this.#mistakes = mistakes;
  }

  get status(): number {
    return KINDS[this.kind].status;
  }

  get body(): ProblemBody {
    const { status, title } = KINDS[this.kind];
    const [first] = this.#mistakes;
    return {
      type: `urn:events-query:problem:${this.kind}`,
      title,
      status,
      ...first,
      detail: this.message,
      ...(first === undefined ? {} : { errors: this.#mistakes }),
      ...(this.nearest === undefined ? {} : { nearest: this.nearest }),
    };
  }
}

function sentenceOf([first, ...others]: readonly Mistake[]): string {
  if (others.length === 0) return first?.detail ?? '';
  return `${first?.detail} The member errors also has ${others.length} more.`;
}
