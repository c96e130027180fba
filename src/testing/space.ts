import { AsyncLocalStorage } from 'node:async_hooks';
import type { Express, Request, Response } from 'express';
import { createApp, type Intercept } from '../app';
import type { Config } from '../config';
import type { EventsPortType } from '../contract/operations';
import { clientRequests } from '../discovery/client';
import { FORMATS } from '../formats';
import type { Format } from '../formats/format';
import { openFormats } from '../formats/open';
import type { BytesInFlight } from '../ops/bytes-in-flight';
import type { Observation, Observe } from '../ops/observations';
import { EventService } from '../service/event-service';
import { Clock } from './clock';
import type { BaseEvents } from './events/base-events';
import type { EventSet } from './events/event-set';
import type { Midnights } from './events/midnights';
import { SpaceStore } from './events/space-store';
import { Exchange } from './exchange/exchange';
import { Journal, type JournalMemory } from './journal/journal';
import { actOnCall, actOnRefusal } from './rules/act';
import { Rules } from './rules/rules';
import { Snapshots } from './snapshots';

/** What all spaces of a process share. */
export interface Surroundings {
  readonly base: BaseEvents;
  readonly midnights: Midnights;
  readonly memory: JournalMemory;
  readonly observe: Observe;
  readonly bytes: BytesInFlight;
}

export interface SpaceBeginning {
  readonly name: string;
  readonly config: Config;
  /** `undefined`: what the store holds. */
  readonly events?: EventSet | undefined;
  /** What its clock stands at. */
  readonly clock?: number | undefined;
  /** What answers in the place of a service over the events. */
  readonly wrap?: ((stored: EventsPortType) => EventsPortType) | undefined;
  /** Asked first: whether a request is another's. */
  readonly divert?: (request: Request, response: Response) => boolean;
}

/** An isolated service with events, rules, a journal, snapshots and a clock of its own. */
export class Space {
  readonly name: string;
  readonly config: Config;
  readonly clock: Clock;
  readonly rules = new Rules();
  readonly snapshots = new Snapshots();
  readonly journal: Journal;
  readonly #store: SpaceStore;
  readonly #around: Surroundings;
  readonly #divert: SpaceBeginning['divert'];
  readonly #wrap: NonNullable<SpaceBeginning['wrap']>;
  readonly #exchanges = new AsyncLocalStorage<Exchange>();
  readonly #describeRequest: ReturnType<typeof clientRequests>;
  #app: Express | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(
    { name, config, events, clock, divert, wrap = (stored) => stored }: SpaceBeginning,
    around: Surroundings,
  ) {
    this.name = name;
    this.config = config;
    this.clock = new Clock(clock);
    this.journal = new Journal(around.memory);
    this.#store = new SpaceStore(around.base.store, around.midnights, events);
    this.#around = around;
    this.#divert = divert;
    this.#wrap = wrap;
    this.#describeRequest = clientRequests(config);
  }

  /** The application that serves it, made when it is first asked. @throws FormatError */
  get app(): Express {
    this.#app ??= this.#createApp();
    return this.#app;
  }

  /** `undefined`: never written to. */
  get ownEvents(): EventSet | undefined {
    return this.#store.events;
  }

  /** What it serves, read from the store where it has none of its own. */
  events(): Promise<EventSet> {
    const { events } = this.#store;
    return events === undefined ? this.#around.base.load() : Promise.resolve(events);
  }

  /** Changes the events by `change`, one change after the other; when it throws, they are what they were. */
  write<Result>(change: (before: EventSet) => Promise<readonly [EventSet, Result]>): Promise<Result> {
    const written = this.#writing.then(async () => {
      const [after, result] = await change(await this.events());
      this.#store.events = after;
      return result;
    });
    this.#writing = written.catch(() => {});
    return written;
  }

  /** Goes back to events that it had; a change that is on its way comes before. */
  restore(events: EventSet | undefined): Promise<void> {
    const restored = this.#writing.then(() => {
      this.#store.events = events;
    });
    this.#writing = restored;
    return restored;
  }

  end(): void {
    this.journal.close();
  }

  #createApp(): Express {
    const { config } = this;
    const formats = openFormats(config);
    const feed = (list: Format) =>
      new EventService(this.#store, { ...config, rangeUnit: 'unix-ms' }, { ...formats, list });
    return createApp({
      service: this.#wrap(new EventService(this.#store, config, formats)),
      feeds: { events: feed(FORMATS.fullcalendar), bootstrap: feed(FORMATS['bootstrap-calendar']) },
      findExample: (at) => this.#store.example(at, config.timeZone),
      now: () => this.clock.now(),
      config,
      observe: (observation) => this.#observe(observation),
      bytes: this.#around.bytes,
      intercept: this.#intercept,
    });
  }

  get #intercept(): Intercept {
    const namespace = this.config.serviceNamespace;
    const request: Intercept['request'] = (req, res, next) => {
      if (this.#divert?.(req, res) === true) return;
      this.#exchanges.run(new Exchange(req, res, (exchange) => this.#record(exchange)), next);
    };
    return {
      request,
      call: (binding, call, ask) => {
        const exchange = this.#exchanges.getStore();
        if (exchange === undefined || binding === 'calendar') return ask();
        exchange.binding = binding;
        exchange.call = call;
        const rule = this.rules.take(exchange.candidate);
        return rule === undefined ? ask() : actOnCall(rule, exchange, namespace, ask);
      },
    };
  }

  /** Notes what came of a request; one that was refused may meet a rule here, before its answer is sent. */
  #observe(observation: Observation): void {
    this.#around.observe(observation);
    const exchange = this.#exchanges.getStore();
    if (exchange === undefined) return;
    if (observation.kind === 'call' && exchange.call !== undefined) exchange.outcome ??= observation.outcome;
    if (observation.kind !== 'refused') return;
    exchange.outcome = 'refused';
    exchange.binding = observation.binding === 'calendar' ? undefined : observation.binding;
    const rule = this.rules.take(exchange.candidate);
    if (rule !== undefined) actOnRefusal(rule, exchange, this.config.serviceNamespace);
  }

  /** Documents and pages are neither calls nor refused. */
  #record(exchange: Exchange): void {
    const { request, answer, candidate, call } = exchange;
    // A client that went away before its answer saw an error, whatever the service makes of it.
    const outcome = exchange.outcome ?? (call === undefined ? undefined : 'error');
    if (outcome === undefined) return;
    const { method, httpVersion, rawHeaders } = request;
    // Express sets it on those that come as far as its router.
    const target = request.originalUrl ?? request.url;
    this.journal.add({
      at: this.clock.now(),
      ms: exchange.milliseconds,
      client: this.#describeRequest(request).client,
      candidate,
      outcome,
      status: answer.status,
      rule: exchange.rule,
      request: {
        line: `${method} ${target} HTTP/${httpVersion}`,
        rawHeaders,
        body: exchange.requestBody,
      },
      response: answer.sent,
    });
  }
}
