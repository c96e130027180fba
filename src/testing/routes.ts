/** The interface's one table: what is routed, and what the OpenAPI description shows. */
import { CLOCK_ROUTES } from './api/clock';
import { EVENT_ROUTES } from './api/events';
import { REQUEST_ROUTES } from './api/requests';
import type { Route } from './api/route';
import { RULE_ROUTES } from './api/rules';
import { SNAPSHOT_ROUTES } from './api/snapshots';
import { SPACE_ROUTES } from './api/spaces';
import { describeRoutes } from './openapi';

const DESCRIPTION_ROUTE: Route = {
  method: 'GET',
  path: '/openapi.json',
  perSpace: false,
  summary: 'This description, as OpenAPI 3.1.',
  answer: { status: 200, content: { 'application/json': { type: 'object' } } },
  handle: () => ({ status: 200, json: describeRoutes(ROUTES) }),
};

export const ROUTES: readonly Route[] = [
  ...SPACE_ROUTES,
  ...EVENT_ROUTES,
  ...CLOCK_ROUTES,
  ...SNAPSHOT_ROUTES,
  ...RULE_ROUTES,
  ...REQUEST_ROUTES,
  DESCRIPTION_ROUTE,
];
