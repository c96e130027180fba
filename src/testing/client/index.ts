/** Exports what tests import from `events-query/testing` to control a service. */
export type { JournalEntry, Problem, Verification } from '../schema/journal';
export type { NewRule, Rule, Then, When } from '../schema/rules';
export type { ImportCounts, NewSpace, SpaceInfo, TestEvent } from '../schema/spaces';
export type { EventsOptions, EventsText, RequestFilter, WaitOptions } from './control';
export { EventsQueryControl, SpaceControl } from './control';
export { ControlError, type EventsFormat } from './http';
export { type EventsQuery, type StartOptions, startEventsQuery } from './start';
