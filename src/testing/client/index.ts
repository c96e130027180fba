/** `events-query/testing`: what tests import to steer a service. */
export type { JournalEntry, Problem, Verification } from '../schema/journal';
export type { NewRule, Rule, Then, When } from '../schema/rules';
export type { ImportCounts, NewSpace, SpaceInfo, TestEvent } from '../schema/spaces';
export { EventsQueryControl, SpaceControl } from './control';
export type { EventsFormat, EventsOptions, EventsText } from './events';
export { ControlError } from './http';
export type { RequestFilter, WaitOptions } from './requests';
export { type EventsQuery, type StartOptions, startEventsQuery } from './start';
