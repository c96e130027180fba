import { type Call, type EventsPortType, serviceOf } from '../../src/contract/operations';

type Outcome = () => Promise<string | null>;

/** A service that answers its call as `Op|first|second`, booleans as .NET prints them, unless told what to do. */
export function echoService(outcome?: Outcome): EventsPortType {
  return serviceOf(async (call) => (outcome === undefined ? echo(call) : outcome()));
}

export function echo({ operation, args }: Call): string {
  return [operation, ...Object.values(args).map(printed)].join('|');
}

function printed(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}
