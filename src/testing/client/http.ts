import type { Problem } from '../schema/journal';

/** Maps the formats of events to their media types. */
export const MEDIA_TYPES = {
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  csv: 'text/csv',
  ics: 'text/calendar',
} as const;

export type EventsFormat = keyof typeof MEDIA_TYPES;

/** Reports a refused request, a failed expectation or a missing answer. The message contains all details. */
export class ControlError extends Error {
  override readonly name = 'ControlError';

  constructor(readonly problem: Problem) {
    super(sentenceOf(problem));
  }

  get status(): number {
    return this.problem.status;
  }
}

/**
 * Returns an error for an answer without problem details.
 * @param status the HTTP status, or 0 if there was no answer
 */
export function failure(title: string, detail: string, status = 0): ControlError {
  return new ControlError({ type: 'about:blank', title, status, detail });
}

/** Puts everything into the message, because test runners print nothing else. */
function sentenceOf({ detail, errors = [], nearest = [] }: Problem): string {
  const misses = nearest.map(({ request, differences }) => {
    // If too many requests match, matching requests are listed, which have no differences.
    const unlike = differences.length === 0 ? '' : `: ${differences.join('; ')}`;
    return `\n  ${request.id} ${request.operation ?? request.request.line}${unlike}`;
  });
  const others = errors.slice(1).map((one) => `\n  ${one.detail}`);
  return `${detail}${[...others, ...misses].join('')}`;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface Asked {
  readonly query?: Query;
  readonly json?: unknown;
  /** This text is sent unchanged. */
  readonly body?: string;
  readonly contentType?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests below one address of test control. */
export class ControlHttp {
  /** @param root `http://HOST:PORT/test`, followed by `/spaces/NAME` unless the space is `default` */
  constructor(readonly root: string) {}

  /**
   * Returns the JSON of an answer, or `undefined` if it has no body.
   * @throws ControlError if the service answers with an error, or not at all
   */
  async json<Answer>(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const response = await this.send(method, path, asked);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  async send(method: string, path: string, asked: Asked = {}): Promise<Response> {
    const { query = {}, json, signal } = asked;
    const body = json === undefined ? asked.body : JSON.stringify(json, writeBigInts);
    const contentType = json === undefined ? asked.contentType : 'application/json';
    const where = `${method} ${this.root}${path}`;
    const response = await fetch(`${this.root}${path}${queryText(query)}`, {
      method,
      body: body ?? null,
      headers: contentType === undefined ? {} : { 'Content-Type': contentType },
      signal: signal ?? null,
    }).catch((error: Error | undefined) => {
      // `instanceof` fails in test runners that have their own global classes.
      throw error?.name === 'TypeError' ? unanswered(where, error) : error;
    });
    if (!response.ok || !isOfTestControl(response)) throw await errorOf(response, where);
    return response;
  }
}

/**
 * Returns true if test control can have sent the answer. A development server or a proxy may answer every path with a
 * page and success.
 */
function isOfTestControl({ status, headers }: Response): boolean {
  return (
    status === 204 || /^(?:application\/json|text\/event-stream)\b/i.test(headers.get('content-type') ?? '')
  );
}

/**
 * Returns the error for a missing answer, with the message of its cause. The message of `fetch` is only `fetch failed`.
 */
function unanswered(asked: string, error: Error): ControlError {
  const { message } = (error.cause ?? error) as Error;
  return failure('No answer', `${asked} has no answer: ${message}`);
}

/** Writes 64-bit values as decimal strings. */
function writeBigInts(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function queryText(query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.append(name, String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}

/** Returns an error that describes any answer. A proxy, or a service without test control, sends no problem details. */
async function errorOf(response: Response, asked: string): Promise<ControlError> {
  const { status, statusText, headers } = response;
  const text = await response.text();
  if (/^application\/problem\+json\b/i.test(headers.get('content-type') ?? ''))
    return new ControlError(JSON.parse(text) as Problem);
  const detail = `${asked} was answered with ${status}, and not by test control (is TEST_API=true set?): ${text.trim()}`;
  return failure(statusText, detail, status);
}

/** Yields the data of server-sent events (WHATWG HTML 9.2). The service writes the data of each event as one line. */
export async function* eventStreamData(response: Response): AsyncGenerator<string, void> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5);
  }
}
