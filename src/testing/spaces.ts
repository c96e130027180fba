import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Express, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config';
import { ENDPOINT } from '../contract/bindings';
import { createControlApp } from './api/router';
import { BaseEvents, type BaseStore } from './events/base-events';
import { LongAnswers } from './long-answers';
import { TestMemory } from './memory';
import { Problem } from './problem';
import type { Mistake } from './schema/journal';
import { formatMistakes, type NewSpace, type SpaceInfo, withSettings } from './schema/spaces';
import { type AppOptions, type SharedParts, Space } from './space';

const DEFAULT = 'default';
const MAX_SPACES = 10_000;

/** Only this many spaces keep their Express application, which takes a quarter of a megabyte. */
const MAX_APPLICATIONS = 1_000;

interface SpacesOptions extends Pick<SharedParts, 'observe' | 'bytes'> {
  readonly config: Config;
  /** A space serves this store until a test changes the space's events. */
  readonly store: BaseStore;
  /** Returns the service that replaces the service of the default space. */
  readonly wrap?: AppOptions['wrap'];
}

/** Manages all spaces of the process: the service itself, and those that tests created. */
export class Spaces {
  readonly default: Space;
  /** This application serves all spaces: the default space at the root, and each other space below its own path. */
  readonly app: Express;
  /** Answers a request of the admin port whose path begins with `/test`. */
  readonly answer: RequestListener;
  #port = 0;
  readonly #shared: SharedParts;
  readonly #spaces = new Map<string, Space>();
  /** These are the names of the spaces that ended last. */
  readonly #ended = new LRUCache<string, true>({ max: MAX_SPACES });
  readonly #apps = new LRUCache<Space, Express>({
    max: MAX_APPLICATIONS,
    memoMethod: (space) => space.createApp(),
  });

  constructor({ config, store, observe, bytes, wrap }: SpacesOptions) {
    const answers = new LongAnswers(bytes);
    this.#shared = { base: new BaseEvents(store), memory: new TestMemory(), observe, bytes, answers };
    this.default = new Space({ name: DEFAULT, config }, this.#shared);
    this.#spaces.set(DEFAULT, this.default);
    this.app = this.default.createApp({
      wrap,
      serveSpace: (request, response) => this.#serveSpace(request, response),
    });
    this.answer = createControlApp(this, observe);
  }

  /** @param port the public port, which addresses of spaces contain if there is no PUBLIC_URL */
  listensOn(port: number): void {
    this.#port = port;
  }

  list(): readonly Space[] {
    return [...this.#spaces.values()];
  }

  /** @throws Problem if no space has this name */
  get(name: string): Space {
    const space = this.#spaces.get(name);
    if (space === undefined) throw this.#missing(name);
    return space;
  }

  /**
   * Returns a space's addresses, with the host name by which this client reaches the service, and the time at which the
   * space ends.
   */
  infoOf({ name, expires }: Space, { headers }: IncomingMessage): SpaceInfo {
    const [address] = this.default.config.publicUrls;
    // Without PUBLIC_URL, the host name of this request to the admin port is used for the public port, too.
    const hostname = (headers.host ?? 'localhost').replace(/:\d*$/, '');
    const root = address?.root ?? `http://${hostname}:${this.#port}`;
    const url = `${root}${pathOf(name)}${ENDPOINT}`;
    return { name, url, wsdl: `${url}?WSDL`, expires };
  }

  /**
   * Finds mistakes in a new space. Opens its format files, so that their mistakes are found before the first call.
   * @param found the mistakes that are already known
   * @throws Problem if the only mistake is that another space has the name
   */
  mistakesIn(
    { name = '', from = DEFAULT, settings = {} }: Partial<NewSpace>,
    found: readonly Mistake[],
  ): readonly Mistake[] {
    const origin = this.#spaces.get(from);
    const mistakes: Mistake[] = [];
    if (origin === undefined) mistakes.push({ field: '/from', detail: this.#missing(from).message });
    const { config } = origin ?? this.default;
    mistakes.push(...formatMistakes(withSettings(config, settings, mistakes)));
    if (!this.#spaces.has(name)) return mistakes;
    const taken = { field: '/name', detail: `There is a space ${JSON.stringify(name)} already.` };
    if (found.length + mistakes.length === 0) throw new Problem('taken', [taken]);
    return [...mistakes, taken];
  }

  /**
   * @param options options that were checked for mistakes and conflicts
   * @throws Problem if there are too many spaces or too little memory
   */
  create({ name, ttl, from = DEFAULT, settings = {} }: NewSpace): Space {
    if (this.#spaces.size >= MAX_SPACES)
      throw new Problem(
        'too-large',
        `There are ${MAX_SPACES} spaces already: end some with DELETE, or give them a ttl.`,
      );
    const origin = this.get(from);
    const config = withSettings(origin.config, settings);
    const onExpiry = () => this.#end(space);
    const spaceName = name ?? `space-${randomBytes(6).toString('hex')}`;
    const space = new Space(
      { name: spaceName, config, events: origin.ownEvents, ttl, onExpiry },
      this.#shared,
    );
    this.#spaces.set(spaceName, space);
    return space;
  }

  /** @throws Problem if the space is `default`, which is the service itself */
  delete(space: Space): void {
    if (space === this.default)
      throw new Problem('method', "The space default is the service itself, and can't be ended.", {
        Allow: 'GET',
      });
    this.#end(space);
  }

  close(): void {
    for (const space of this.#spaces.values()) space.end();
  }

  #missing(name: string): Problem {
    return this.#ended.has(name)
      ? new Problem('gone', `The space ${JSON.stringify(name)} has ended.`)
      : new Problem('not-found', `There is no space ${JSON.stringify(name)}.`);
  }

  #end(space: Space): void {
    this.#spaces.delete(space.name);
    this.#ended.set(space.name, true);
    this.#apps.delete(space);
    space.end();
  }

  /**
   * Passes a request below a space's path to the space. As in a mounted Express application, its URL loses this prefix.
   * An Express application around both would change the prototypes of each request, and a call would take half as long
   * again.
   */
  #serveSpace(request: Request, response: Response): boolean {
    const match = /^((?:https?:\/\/[^/?]*)?)\/spaces\/([A-Za-z0-9_-]{1,64})(?=[/?]|$)/i.exec(request.url);
    const [found, host = '', name = ''] = match ?? [];
    const space = name === DEFAULT ? undefined : this.#spaces.get(name);
    if (found === undefined || space === undefined) return false;
    const rest = request.url.slice(found.length);
    if (!rest.startsWith('/')) {
      // The links of the space's pages are relative, so the address must end in a slash.
      response.redirect(308, `${name}/${rest}`);
      return true;
    }
    request.baseUrl = pathOf(name);
    request.url = host + rest;
    this.#apps.memo(space)(request, response);
    return true;
  }
}

/** Returns the path below a site root at which a space is served. */
function pathOf(name: string): string {
  return name === DEFAULT ? '' : `/spaces/${name}`;
}
