import { type Call, type EventsPortType, serviceFromFunction } from '../../src/contract/operations';

type Outcome = () => Promise<string | null>;

/** Makes a service that answers each call with `Op|first|second` (booleans as .NET prints them), or with `outcome`. */
export function echoService(outcome?: Outcome): EventsPortType {
  return serviceFromFunction(async (call) => (outcome === undefined ? echo(call) : outcome()));
}

export function echo({ operation, args }: Call): string {
  return [operation, ...Object.values(args).map(printed)].join('|');
}

function printed(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}
