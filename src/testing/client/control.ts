import type { NewRule, Rule } from '../schema/rules';
import type { NewSpace, SpaceInfo } from '../schema/spaces';
import { EventsControl } from './events';
import { ControlHttp } from './http';
import { RequestsControl } from './requests';

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

  /** What steers a space that there is. */
  async space(name: string): Promise<SpaceControl> {
    return new SpaceControl(this.address, await this.#operator.json<SpaceInfo>('GET', pathOf(name)));
  }

  /** Ends a space, with all that it holds. */
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

/** The rules of one space: what answers in the service's place. The first that matches is taken. */
export class RulesControl {
  constructor(private readonly http: ControlHttp) {}

  add(rule: NewRule): Promise<Rule> {
    return this.http.json('POST', '/rules', { json: rule });
  }

  /** In their order, each with how often it was used. */
  list(): Promise<readonly Rule[]> {
    return this.http.json('GET', '/rules');
  }

  /** Puts another in the place of one. */
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
