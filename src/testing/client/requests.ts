import type { BindingName } from '../../contract/bindings';
import type { OperationName } from '../../contract/operations';
import type { JournalEntry, Outcome, Verification, Verified } from '../schema/journal';
import type { ControlHttp, Query } from './http';

/** Which requests of the journal are meant; parts that are left out mean any. */
export interface RequestFilter {
  readonly operation?: OperationName;
  readonly binding?: BindingName;
  readonly outcome?: Outcome;
  /** The id of an entry: only what came after it. */
  readonly since?: string;
  /** By the parameters' names. */
  readonly arguments?: Readonly<Record<string, string | number | bigint | boolean>>;
  /** The newest so many. */
  readonly limit?: number;
}

export interface WaitOptions {
  readonly count?: number;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** The journal of one space: what was asked of the service, newest last. */
export class RequestsControl {
  constructor(private readonly http: ControlHttp) {}

  list(filter: RequestFilter = {}): Promise<readonly JournalEntry[]> {
    return this.http.json('GET', '/requests', { query: queryOf(filter) });
  }

  clear(): Promise<void> {
    return this.http.done('DELETE', '/requests');
  }

  /**
   * Holds the journal against an expectation; without a count, that there is at least one such request.
   * @throws ControlError whose message says what was asked instead
   */
  verify(expected: Verification): Promise<Verified> {
    return this.http.json('POST', '/requests/verify', { json: expected });
  }

  /**
   * The requests, as soon as there are `count` of them.
   * @throws ControlError when there are fewer after the timeout
   */
  wait(filter: RequestFilter, { count, timeout }: WaitOptions = {}): Promise<readonly JournalEntry[]> {
    return this.http.json('GET', '/requests/wait', { query: { ...queryOf(filter), count, timeout } });
  }

  /** Each request from now on, until the loop is left or `signal` is aborted. */
  async *stream(signal?: AbortSignal): AsyncGenerator<JournalEntry, void> {
    const response = await this.http.send('GET', '/requests/stream', signal === undefined ? {} : { signal });
    for await (const data of eventsOf(response)) yield JSON.parse(data) as JournalEntry;
  }
}

function queryOf({ arguments: args = {}, ...filter }: RequestFilter): Query {
  const named = Object.entries(args).map(([name, value]) => [`arg.${name}`, String(value)]);
  return { ...filter, ...Object.fromEntries(named) };
}

/**
 * The data of each server-sent event that a response brings (WHATWG HTML 9.2); comments and other fields are left out.
 */
async function* eventsOf(response: Response): AsyncGenerator<string, void> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block
        .split('\n')
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
      if (data.length > 0) yield data.join('\n');
    }
  }
}
