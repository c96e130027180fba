import type { BindingName } from '../../contract/bindings';
import type { OperationName } from '../../contract/operations';
import type { JournalEntry, Outcome, Verification, Verified } from '../schema/journal';
import type { NewRule, Rule } from '../schema/rules';
import type { ImportCounts, NewSpace, SpaceInfo, TestEvent } from '../schema/spaces';
import { ControlHttp, type EventsFormat, eventStreamData, MEDIA_TYPES, type Query } from './http';

const DEFAULT_SPACE = 'default';

/**
 * Steers one space of a running service by its test control (`TEST_API=true`, on the admin port).
 *
 *     const control = new EventsQueryControl('http://127.0.0.1:8081');
 *     const space = await control.createSpace({ ttl: 600 });
 *     await space.events.replace([{ id: 7, title: 'Board meeting', start: 'today+1dT09:00' }]);
 *
 * Every method throws `ControlError` for what the service refuses.
 */
export class EventsQueryControl {
  readonly events: EventsControl;
  readonly rules: RulesControl;
  readonly requests: RequestsControl;
  readonly #operator: ControlHttp;

  /**
   * @param address the admin port: `http://HOST:PORT`
   * @param name the space; `default` is the service itself
   */
  constructor(
    readonly address: string,
    readonly name: string = DEFAULT_SPACE,
  ) {
    const root = `${address.replace(/\/+$/, '')}/test`;
    this.#operator = new ControlHttp(root);
    const space = new ControlHttp(name === DEFAULT_SPACE ? root : `${root}${pathOf(name)}`);
    this.events = new EventsControl(space);
    this.rules = new RulesControl(space);
    this.requests = new RequestsControl(space);
  }

  /** Every space, `default` first. */
  spaces(): Promise<readonly SpaceInfo[]> {
    return this.#operator.json('GET', '/spaces');
  }

  /** Makes an isolated service and answers what steers it. */
  async createSpace(options: NewSpace = {}): Promise<SpaceControl> {
    const info = await this.#operator.json<SpaceInfo>('POST', '/spaces', { json: options });
    return new SpaceControl(this.address, info);
  }

  /** Returns the control of an existing space. */
  async space(name: string): Promise<SpaceControl> {
    return new SpaceControl(this.address, await this.#operator.json<SpaceInfo>('GET', pathOf(name)));
  }

  endSpace(name: string): Promise<void> {
    return this.#operator.done('DELETE', pathOf(name));
  }
}

/** Steers a space whose addresses are known. */
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

function pathOf(name: string): string {
  return `/spaces/${encodeURIComponent(name)}`;
}

/** The rules of one space. The first that matches a request answers it. */
export class RulesControl {
  constructor(private readonly http: ControlHttp) {}

  add(rule: NewRule): Promise<Rule> {
    return this.http.json('POST', '/rules', { json: rule });
  }

  list(): Promise<readonly Rule[]> {
    return this.http.json('GET', '/rules');
  }

  replace(id: string, rule: NewRule): Promise<Rule> {
    return this.http.json('PUT', `/rules/${encodeURIComponent(id)}`, { json: rule });
  }

  delete(id: string): Promise<void> {
    return this.http.done('DELETE', `/rules/${encodeURIComponent(id)}`);
  }

  clear(): Promise<void> {
    return this.http.done('DELETE', '/rules');
  }
}

export interface EventsText {
  readonly format: EventsFormat;
  readonly text: string;
}

/** The options of an import (docs/events.md). */
export interface EventsOptions {
  readonly zone?: string;
  readonly endDates?: 'inclusive' | 'exclusive';
  /** The files' names for fields: `{ title: 'name' }`. */
  readonly map?: Readonly<Record<string, string>>;
  /** The time from which `now` and the other relative times count: RFC 3339; the current time unless given. */
  readonly at?: string;
}

/** The events of one space. */
export class EventsControl {
  constructor(private readonly http: ControlHttp) {}

  /** Replaces all events. */
  replace(events: readonly TestEvent[] | EventsText, options: EventsOptions = {}): Promise<ImportCounts> {
    return this.send('PUT', events, options);
  }

  /** Adds these, or changes those of the same uid or id. */
  add(events: readonly TestEvent[] | EventsText, options: EventsOptions = {}): Promise<ImportCounts> {
    return this.send('POST', events, options);
  }

  clear(): Promise<void> {
    return this.http.done('DELETE', '/events');
  }

  /** Every event, with all its fields. */
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

function isText(events: readonly TestEvent[] | EventsText): events is EventsText {
  return 'format' in events;
}

/** A filter of the journal; a missing part matches every request. */
export interface RequestFilter {
  readonly operation?: OperationName;
  readonly binding?: BindingName;
  readonly outcome?: Outcome;
  /** The id of an entry: only what came after it. */
  readonly since?: string;
  /** By the parameters' names. */
  readonly arguments?: Readonly<Record<string, string | number | bigint | boolean>>;
  /** Only the newest. */
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
    for await (const data of eventStreamData(response)) yield JSON.parse(data) as JournalEntry;
  }
}

function queryOf({ arguments: args = {}, ...filter }: RequestFilter): Query {
  const named = Object.entries(args).map(([name, value]) => [`arg.${name}`, String(value)]);
  return { ...filter, ...Object.fromEntries(named) };
}
