import compression from 'compression';
import express, { type ErrorRequestHandler, type Express } from 'express';
import { IncompleteBodyError } from './bindings/body';
import type { Config } from './config';
import { errorOnServer } from './contract/messages';
import type { EventsPortType } from './contract/operations';
import { BadHostError } from './discovery/address';
import { createEndpoint } from './endpoint';
import { ignoreObservations, type Observe } from './ops/observations';

export interface AppOptions {
  /** What all four bindings call. */
  readonly service: EventsPortType;
  readonly config: Config;
  /** The calendar page's feed: a service whose lists are FullCalendar's JSON. Without one there is no calendar. */
  readonly calendar?: EventsPortType;
  readonly observe?: Observe;
}

/** Puts the Express application together; reads as the list of steps that a request takes. */
export function createApp({ service, config, observe = ignoreObservations }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);

  if (config.compression) app.use(compression({ threshold: 1024 }));
  app.use(createEndpoint({ service, config, observe }));
  app.use(failures(observe));
  return app;
}

/** What no step answered: a host that is none, a client that went away, and the last resort for a bug. */
function failures(observe: Observe): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    if (error instanceof IncompleteBodyError || response.headersSent) {
      response.destroy();
      return;
    }
    const isBadHost = error instanceof BadHostError;
    if (!isBadHost) observe({ kind: 'unexpected-error', where: 'request', error });
    response
      .status(isBadHost ? 400 : 500)
      .type('text/plain')
      .send(`${isBadHost ? error.message : errorOnServer.message}\r\n`);
  };
}
