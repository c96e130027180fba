import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Express, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config';
import { ENDPOINT } from '../contract/endpoint';
import { openFormats } from '../formats/open';
import { UserError } from '../lib/errors';
import { Problem } from './problem';
import type { Mistake } from './schema/journal';
import { type NewSpace, type SpaceInfo, withSettings } from './schema/spaces';
import { type AppOptions, type SharedParts, Space } from './space';

const DEFAULT = 'default';
const MAX_SPACES = 10_000;

/** Only this many spaces keep their Express application, which takes a quarter of a megabyte. */
const MAX_APPLICATIONS = 1_000;

const PATH = '/spaces';

/** Holds all spaces of the process: the service itself and those that tests made. */
export class Spaces {
  readonly default: Space;
  /** Serves all of them: the default one itself, and each other below its path. */
  readonly app: Express;
  /** This is the public port, which addresses name unless there is a PUBLIC_URL. */
  port = 0;
  readonly #shared: SharedParts;
  readonly #spaces = new Map<string, Space>();
  /** Holds the names of ended spaces, oldest first. */
  readonly #ended = new Set<string>();
  readonly #apps = new LRUCache<Space, Express>({
    max: MAX_APPLICATIONS,
    memoMethod: (space) => space.createApp(),
  });

  /** @param wrap what answers in the place of the service itself */
  constructor(config: Config, shared: SharedParts, wrap?: AppOptions['wrap']) {
    this.#shared = shared;
    this.default = new Space({ name: DEFAULT, config }, shared);
    this.#spaces.set(DEFAULT, this.default);
    this.app = this.default.createApp({
      wrap,
      divert: (request, response) => this.#divert(request, response),
    });
  }

  list(): readonly Space[] {
    return [...this.#spaces.values()];
  }

  /** @throws Problem when there is none of the name */
  get(name: string): Space {
    const space = this.#spaces.get(name);
    if (space === undefined) throw this.#missing(name);
    return space;
  }

  /** Returns a space's addresses, as the client that sent the request reaches them, and when it ends. */
  infoOf({ name, expires }: Space, { headers }: IncomingMessage): SpaceInfo {
    const [address] = this.default.config.publicUrls;
    const root = address?.root ?? `http://${hostnameIn(headers.host)}:${this.port}`;
    const url = `${root}${pathOf(name)}${ENDPOINT}`;
    return { name, url, wsdl: `${url}?WSDL`, expires };
  }

  /** Finds mistakes in a new space. It opens the format file, so that a wrong one is rejected before the first call. */
  mistakesIn({ from = DEFAULT, settings = {} }: Partial<NewSpace>): readonly Mistake[] {
    const origin = this.#spaces.get(from);
    const mistakes: Mistake[] = [];
    if (origin === undefined) mistakes.push({ field: '/from', detail: this.#missing(from).message });
    const { config } = origin ?? this.default;
    const changed = withSettings(config, settings, mistakes);
    if (mistakes.length > 0) return mistakes;
    try {
      openFormats(changed);
      return [];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return [{ field: '/settings', detail: error.message }];
    }
  }

  /** Tells that a new space has the name of another. */
  conflictsOf({ name }: Partial<NewSpace>): readonly Mistake[] {
    if (name === undefined || !this.#spaces.has(name)) return [];
    return [{ field: '/name', detail: `There is a space ${JSON.stringify(name)} already.` }];
  }

  /**
   * @param options without mistakes and conflicts
   * @throws Problem where there is no room
   */
  create({ name = newName(), ttl, from = DEFAULT, settings = {} }: NewSpace): Space {
    if (this.#spaces.size >= MAX_SPACES)
      throw new Problem(
        'too-large',
        `There are ${MAX_SPACES} spaces already: end some with DELETE, or give them a ttl.`,
      );
    const origin = this.get(from);
    const config = withSettings(origin.config, settings);
    const onExpiry = () => this.#end(space);
    const space = new Space({ name, config, events: origin.ownEvents, ttl, onExpiry }, this.#shared);
    this.#spaces.set(name, space);
    return space;
  }

  /** @throws Problem for the service itself */
  delete(space: Space): void {
    if (space === this.default)
      throw new Problem('method', 'The space default is the service itself, which no DELETE ends.', {
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
    this.#ended.add(space.name);
    const [oldest] = this.#ended;
    if (this.#ended.size > MAX_SPACES && oldest !== undefined) this.#ended.delete(oldest);
    this.#apps.delete(space);
    space.end();
  }

  /** Hands a request below a space's path to the space, which sees the rest of the path as Express mounts it. */
  #divert(request: Request, response: Response): boolean {
    const match = /^((?:https?:\/\/[^/?]*)?)\/spaces\/([A-Za-z0-9_-]{1,64})(?=[/?]|$)/i.exec(request.url);
    const [found, host = '', name = ''] = match ?? [];
    const space = name === DEFAULT ? undefined : this.#spaces.get(name);
    if (found === undefined || space === undefined) return false;
    const rest = request.url.slice(found.length);
    if (!rest.startsWith('/')) {
      // The links of its pages are relative, so the address must end in a slash.
      response.redirect(308, `${name}/${rest}`);
      return true;
    }
    request.originalUrl = request.url;
    request.baseUrl = pathOf(name);
    request.url = host + rest;
    this.#apps.memo(space)(request, response);
    return true;
  }
}

/** Returns the path below a site root at which a space is served. */
function pathOf(name: string): string {
  return name === DEFAULT ? '' : `${PATH}/${name}`;
}

/** Takes the host name by which the client reached the admin port: the public port has the same one. */
function hostnameIn(host = 'localhost'): string {
  return host.replace(/:\d*$/, '');
}

function newName(): string {
  return `space-${randomBytes(6).toString('hex')}`;
}
