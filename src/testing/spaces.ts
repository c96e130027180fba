import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config';
import { ENDPOINT } from '../contract/endpoint';
import { openFormats } from '../formats/open';
import { UserError } from '../lib/errors';
import { Problem } from './problem';
import type { Mistake } from './schema/journal';
import { mistakesInSettings, type NewSpace, type SpaceInfo, withSettings } from './schema/spaces';
import { type SharedParts, Space, type SpaceOptions } from './space';

const DEFAULT = 'default';
const MAX_SPACES = 10_000;

/** Only so many spaces keep their Express application, which takes a quarter of a megabyte. */
const MAX_APPLICATIONS = 1_000;

const PATH = '/spaces';

interface Held {
  readonly space: Space;
  /** By `performance.now()`, because the system clock may be changed meanwhile. */
  readonly endsAt: number | undefined;
  readonly timer: NodeJS.Timeout | undefined;
}

/** All spaces of the process: the service itself and those that tests made. */
export class Spaces {
  readonly default: Space;
  /** The public port, which addresses name unless there is a PUBLIC_URL. */
  port = 0;
  readonly #shared: SharedParts;
  readonly #held = new Map<string, Held>();
  /** Names of ended spaces, oldest first. */
  readonly #ended = new Set<string>();
  readonly #awake = new LRUCache<Space, true>({
    max: MAX_APPLICATIONS,
    dispose: (_true, space) => space.rest(),
  });

  /** @param wrap what answers in the place of the service itself */
  constructor(config: Config, shared: SharedParts, wrap?: SpaceOptions['wrap']) {
    this.#shared = shared;
    this.default = new Space(
      { name: DEFAULT, config, wrap, divert: (request, response) => this.#divert(request, response) },
      shared,
    );
    this.#held.set(DEFAULT, { space: this.default, endsAt: undefined, timer: undefined });
  }

  list(): readonly Space[] {
    return [...this.#held.values()].map(({ space }) => space);
  }

  /** @throws Problem when there is none of the name */
  get(name: string): Space {
    return this.#find(name).space;
  }

  /** A space's addresses, as the client that sent the request reaches them, and when it ends. */
  infoOf({ name }: Space, { headers }: IncomingMessage): SpaceInfo {
    const [address] = this.default.config.publicUrls;
    const root = address?.root ?? `http://${hostnameIn(headers.host)}:${this.port}`;
    const url = `${root}${pathOf(name)}${ENDPOINT}`;
    return { name, url, wsdl: `${url}?WSDL`, expires: this.expires(name) };
  }

  /** When a space ends by itself: RFC 3339, or `null`. */
  expires(name: string): string | null {
    const { endsAt } = this.#find(name);
    if (endsAt === undefined) return null;
    return new Date(Date.now() + endsAt - performance.now()).toISOString();
  }

  /** Finds mistakes in a new space. It opens the format file, so that a wrong one is rejected before the first call. */
  mistakesIn({ from = DEFAULT, settings = {} }: Partial<NewSpace>): readonly Mistake[] {
    const origin = this.#held.get(from)?.space;
    const missing = origin === undefined ? [{ field: '/from', detail: this.#missing(from).message }] : [];
    const mistakes = [...missing, ...mistakesInSettings(settings)];
    if (origin === undefined || mistakes.length > 0) return mistakes;
    try {
      openFormats(withSettings(origin.config, settings));
      return [];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return [{ field: '/settings', detail: error.message }];
    }
  }

  /** Tells that a new space has the name of another. */
  conflictsOf({ name }: Partial<NewSpace>): readonly Mistake[] {
    if (name === undefined || !this.#held.has(name)) return [];
    return [{ field: '/name', detail: `There is a space ${JSON.stringify(name)} already.` }];
  }

  /**
   * @param options without mistakes and conflicts
   * @throws Problem where there is no room
   */
  create({ name = newName(), ttl, from = DEFAULT, settings = {} }: NewSpace): Space {
    if (this.#held.size >= MAX_SPACES)
      throw new Problem(
        'too-large',
        `There are ${MAX_SPACES} spaces already: end some with DELETE, or give them a ttl.`,
      );
    const origin = this.get(from);
    const config = withSettings(origin.config, settings);
    const space = new Space({ name, config, events: origin.ownEvents }, this.#shared);
    const timer = ttl === undefined ? undefined : setTimeout(() => this.#end(name), ttl * 1000).unref();
    const endsAt = ttl === undefined ? undefined : performance.now() + ttl * 1000;
    this.#held.set(name, { space, endsAt, timer });
    return space;
  }

  /** @throws Problem when there is none of the name, or for the service itself */
  delete(name: string): void {
    this.#find(name);
    if (name === DEFAULT)
      throw new Problem('method', 'The space default is the service itself, which no DELETE ends.', {
        Allow: 'GET',
      });
    this.#end(name);
  }

  close(): void {
    for (const { space, timer } of this.#held.values()) {
      clearTimeout(timer);
      space.end();
    }
  }

  #find(name: string): Held {
    const held = this.#held.get(name);
    if (held === undefined) throw this.#missing(name);
    return held;
  }

  #missing(name: string): Problem {
    return this.#ended.has(name)
      ? new Problem('gone', `The space ${JSON.stringify(name)} has ended.`)
      : new Problem('not-found', `There is no space ${JSON.stringify(name)}.`);
  }

  #end(name: string): void {
    const held = this.#held.get(name);
    this.#held.delete(name);
    if (held === undefined) return;
    this.#ended.add(name);
    const [oldest] = this.#ended;
    if (this.#ended.size > MAX_SPACES && oldest !== undefined) this.#ended.delete(oldest);
    clearTimeout(held.timer);
    this.#awake.delete(held.space);
    held.space.end();
  }

  /** Hands a request below a space's path to the space, which sees the rest of the path as Express mounts it. */
  #divert(request: Request, response: Response): boolean {
    if (!request.url.includes(PATH)) return false;
    const match = /^((?:https?:\/\/[^/?]*)?)\/spaces\/([A-Za-z0-9_-]{1,64})(?=[/?]|$)/i.exec(request.url);
    const [found, host = '', name = ''] = match ?? [];
    const held = name === DEFAULT ? undefined : this.#held.get(name);
    if (found === undefined || held === undefined) return false;
    const rest = request.url.slice(found.length);
    if (!rest.startsWith('/')) {
      // The links of its pages are relative, so the address must end in a slash.
      response.redirect(308, `${name}/${rest}`);
      return true;
    }
    request.originalUrl = request.url;
    request.baseUrl = pathOf(name);
    request.url = host + rest;
    this.#awake.get(held.space) ?? this.#awake.set(held.space, true);
    held.space.app(request, response);
    return true;
  }
}

/** The path below a site root at which a space is served. */
function pathOf(name: string): string {
  return name === DEFAULT ? '' : `${PATH}/${name}`;
}

/** Takes the host name by which the client reached the admin port: the public port has the same one. */
function hostnameIn(host: string | undefined): string {
  const url = `http://${host ?? ''}`;
  return (URL.canParse(url) && new URL(url).hostname) || 'localhost';
}

function newName(): string {
  return `space-${randomBytes(6).toString('hex')}`;
}
