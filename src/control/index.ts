/** `events-query/testing`: what tests import to steer a service. */
export type {
  JournalEntry,
  NewRule,
  NewSpace,
  Problem,
  Rule,
  SpaceInfo,
  Then,
  Verification,
  When,
} from '../testing/types';
export { EventsQueryControl, SpaceControl } from './control';
export type { EventsFormat, EventsOptions, EventsText, TestEvent } from './events';
export { ControlError } from './http';
export type { RequestFilter, WaitOptions } from './requests';
export { type EventsQuery, type StartOptions, startEventsQuery } from './start';
