import type { BindingName } from '../../contract/bindings';
import type { OperationName } from '../../contract/operations';
import { isObject } from '../../lib/json';
import type { JournalEntry, Outcome, Verification, Verified } from '../schema/journal';
import type { ArgumentName, NewRule, Rule } from '../schema/rules';
import type { ImportCounts, NewSpace, SpaceInfo, TestEvent } from '../schema/spaces';
import { ControlHttp, type EventsFormat, eventStreamData, failure, MEDIA_TYPES, type Query } from './http';

const DEFAULT_SPACE = 'default';

/**
 * Controls one space of a running service over HTTP (test control: `TEST_API=true`, on the admin port).
 *
 *     const control = new EventsQueryControl('http://127.0.0.1:8081');
 *     const space = await control.createSpace({ ttl: 600 });
 *     await space.events.replace([{ id: 7, title: 'Board meeting', start: 'today+1dT09:00' }]);
 *
 * Every method throws `ControlError` if the service refuses the request.
 */
export class EventsQueryControl {
  readonly address: string;
  readonly events: EventsControl;
  readonly rules: RulesControl;
  readonly requests: RequestsControl;
  readonly #operator: ControlHttp;

  /**
   * @param address the admin port: `http://HOST:PORT`
   * @param name the space; `default` is the service itself
   * @throws ControlError if the address is missing or not a URL, for example because a variable is not set
   */
  constructor(
    address: string | undefined,
    readonly name: string = DEFAULT_SPACE,
  ) {
    this.address = httpUrl(address);
    const root = `${this.address.replace(/\/+$/, '')}/test`;
    this.#operator = new ControlHttp(root);
    const space = new ControlHttp(name === DEFAULT_SPACE ? root : `${root}${pathOf(name)}`);
    this.events = new EventsControl(space);
    this.rules = new RulesControl(space);
    this.requests = new RequestsControl(space);
  }

  /** Returns all spaces, `default` first. */
  spaces(): Promise<readonly SpaceInfo[]> {
    return this.#operator.json('GET', '/spaces');
  }

  /** Creates an isolated service and returns its control. */
  async createSpace(options: NewSpace = {}): Promise<SpaceControl> {
    const info = await this.#operator.json<SpaceInfo>('POST', '/spaces', { json: options });
    return new SpaceControl(this.address, info);
  }

  /** Returns the control of an existing space. */
  async space(name: string): Promise<SpaceControl> {
    return new SpaceControl(this.address, await this.#operator.json<SpaceInfo>('GET', pathOf(name)));
  }

  /** Ends a space. From then on its address answers 404. */
  endSpace(name: string): Promise<void> {
    return this.#operator.json('DELETE', pathOf(name));
  }
}

/** Controls one space, and knows its addresses. */
export class SpaceControl extends EventsQueryControl implements SpaceInfo {
  readonly url: string;
  readonly wsdl: string;
  readonly expires: string | null;

  constructor(address: string, { name, url, wsdl, expires }: SpaceInfo) {
    super(address, name);
    this.url = url;
    this.wsdl = wsdl;
    this.expires = expires;
  }

  end(): Promise<void> {
    return this.endSpace(this.name);
  }
}

function httpUrl(address: string | undefined): string {
  if (address !== undefined && URL.canParse(address) && /^https?:/i.test(address)) return address;
  const given = address === undefined ? 'is missing' : `is ${JSON.stringify(address)}`;
  throw failure(
    'Wrong address',
    `The address of test control ${given}: it must be a URL such as http://127.0.0.1:8081.`,
  );
}

function pathOf(name: string): string {
  return `/spaces/${encodeURIComponent(name)}`;
}

/** Controls the rules of one space. A rule replaces the service's answer to requests that it matches. */
export class RulesControl {
  constructor(private readonly http: ControlHttp) {}

  /** Adds a rule after the others. The first rule that matches a request answers it. */
  add(rule: NewRule): Promise<Rule> {
    return this.http.json('POST', '/rules', { json: rule });
  }

  /** Returns the rules in the order in which they are tried, each with the number of its uses. */
  list(): Promise<readonly Rule[]> {
    return this.http.json('GET', '/rules');
  }

  /** Replaces a rule, whose number of uses begins at 0 again. @throws ControlError if no rule has this id */
  replace(id: string, rule: NewRule): Promise<Rule> {
    return this.http.json('PUT', `/rules/${encodeURIComponent(id)}`, { json: rule });
  }

  /** @throws ControlError if no rule has this id */
  delete(id: string): Promise<void> {
    return this.http.json('DELETE', `/rules/${encodeURIComponent(id)}`);
  }

  /** Deletes all rules. The scenario begins again in the state `started`. */
  clear(): Promise<void> {
    return this.http.json('DELETE', '/rules');
  }
}

export interface EventsText {
  readonly format: EventsFormat;
  readonly text: string;
}

/** These are the options of an import (docs/events.md). */
export interface EventsOptions {
  /** Times without an offset are in this zone. The default is the space's `TIME_ZONE`. */
  readonly zone?: string;
  /** The default is `exclusive`: a date that is an end is the day after the last day. */
  readonly endDates?: 'inclusive' | 'exclusive';
  /** Maps fields to the names in the file: `{ title: 'name' }`. */
  readonly map?: Readonly<Record<string, string>>;
  /** Relative times such as `now` count from this time (RFC 3339). The default is the current time. */
  readonly at?: string;
}

/** Reads and changes the events of one space. */
export class EventsControl {
  constructor(private readonly http: ControlHttp) {}

  /** Replaces all events of the space. @throws ControlError with all wrong rows; the events then stay the same */
  replace(events: readonly TestEvent[] | EventsText, options: EventsOptions = {}): Promise<ImportCounts> {
    return this.send('PUT', events, options);
  }

  /** Adds events. An event whose uid or id exists is changed instead. */
  add(events: readonly TestEvent[] | EventsText, options: EventsOptions = {}): Promise<ImportCounts> {
    return this.send('POST', events, options);
  }

  async clear(): Promise<void> {
    await this.http.json('DELETE', '/events');
  }

  /** Returns all events with all their fields. */
  list(): Promise<readonly TestEvent[]> {
    return this.http.json('GET', '/events');
  }

  private send(
    method: 'PUT' | 'POST',
    events: readonly TestEvent[] | EventsText,
    { map = {}, ...options }: EventsOptions,
  ): Promise<ImportCounts> {
    const { format, text } = isText(events)
      ? events
      : ({ format: 'json', text: JSON.stringify(events) } as const);
    const names = Object.entries(map).map(([field, name]) => `${field}=${name}`);
    const query = { ...options, map: names.length === 0 ? undefined : names.join(',') };
    return this.http.json(method, '/events', { query, body: text, contentType: MEDIA_TYPES[format] });
  }
}

/** Plain JavaScript may pass any value. The service refuses a value that is no list. */
function isText(events: unknown): events is EventsText {
  return isObject(events) && 'format' in events;
}

/** Selects requests of the journal. A request matches if it has all given parts. */
export interface RequestFilter {
  readonly operation?: OperationName;
  readonly binding?: BindingName;
  readonly outcome?: Outcome;
  /** Only entries after the entry with this id, or from this time (RFC 3339) on, are selected. */
  readonly since?: string;
  /** Maps the names of parameters to their values. */
  readonly arguments?: Readonly<Partial<Record<ArgumentName, string | number | bigint | boolean>>>;
  /** Selects only this many of the newest entries. */
  readonly limit?: number;
}

export interface WaitOptions {
  /** This is the number of requests. The default is 1, and the maximum 10,000. */
  readonly count?: number;
  /** The timeout is in milliseconds. The default is 5,000, and the maximum 600,000. */
  readonly timeout?: number;
}

/** Reads the journal of one space, which lists the requests of its clients, newest last. */
export class RequestsControl {
  constructor(private readonly http: ControlHttp) {}

  list(filter: RequestFilter = {}): Promise<readonly JournalEntry[]> {
    return this.http.json('GET', '/requests', { query: queryOf(filter) });
  }

  clear(): Promise<void> {
    return this.http.json('DELETE', '/requests');
  }

  /**
   * Compares the journal with an expectation. Without a count, at least one matching request is expected.
   * @throws ControlError if the expectation is not met; the message lists the most similar requests
   */
  verify(expected: Verification): Promise<Verified> {
    return this.http.json('POST', '/requests/verify', { json: expected });
  }

  /**
   * Resolves to the matching requests as soon as there are `count` of them.
   * @throws ControlError if there are fewer after the timeout
   */
  wait(filter: RequestFilter, { count, timeout }: WaitOptions = {}): Promise<readonly JournalEntry[]> {
    return this.http.json('GET', '/requests/wait', { query: { ...queryOf(filter), count, timeout } });
  }

  /** Yields each request from now on, until the loop ends or `signal` is aborted. */
  async *stream(signal?: AbortSignal): AsyncGenerator<JournalEntry, void> {
    const response = await this.http.send('GET', '/requests/stream', { signal });
    for await (const data of eventStreamData(response)) yield JSON.parse(data) as JournalEntry;
  }
}

function queryOf({ arguments: args = {}, ...filter }: RequestFilter): Query {
  const named = Object.entries(args).map(([name, value]) => [`arg.${name}`, String(value)]);
  return { ...filter, ...Object.fromEntries(named) };
}
