/** Contains the help page's texts about operations and parameters, in the configured units and formats. */
import type { Config } from '../config';
import { OPERATIONS, type Operation, type OperationName } from '../contract/operations';
import { formatHelp, isFormatFile } from '../formats/open';
import { fromUnixMs } from '../lib/time/range-unit';
import { knownZone, spanOfMonth } from '../lib/time/zones';
import type { ProposedValues } from './proposal';

const UNIT: Readonly<Record<Config['rangeUnit'], string>> = {
  'unix-ms': 'Unix time in milliseconds',
  'unix-s': 'Unix time in seconds',
  'dotnet-ticks': '.NET ticks (100 ns since 0001-01-01, UTC)',
};

/** Describes an operation in one sentence. */
export function summary(name: OperationName, config: Config): string {
  switch (name) {
    case 'SelectEvent':
      return 'Returns one event by its id.';
    case 'SelectEvents':
      return `Returns the events of a calendar month as ${formatHelp(config.listFormat).list}.`;
    case 'SelectEventsRanged':
      return `Returns the events of a time range as ${formatHelp(config.listFormat).list}.`;
  }
}

/** Returns the details of an operation. Each item is one sentence. */
export function details(name: OperationName, config: Config): readonly string[] {
  const lists = [
    `The events are ordered ${isFormatFile(config.listFormat) ? 'as the format file says' : 'by start, then by id'}.`,
    `An answer has at most ${config.maxEvents.toLocaleString('en-US')} events. For more, it is a fault that asks for a shorter range.`,
  ];
  switch (name) {
    case 'SelectEvent':
      return [
        `With bolAsJSON true the result is ${formatHelp(config.eventJsonFormat).event}, or ${formatHelp(config.eventJsonFormat).none} when there is no such event; with false it is ${formatHelp(config.eventTextFormat).event}, or ${formatHelp(config.eventTextFormat).none}.`,
      ];
    case 'SelectEvents':
      return [
        `An event belongs to every month that it overlaps. Months begin at midnight in ${config.timeZone}.`,
        ...lists,
      ];
    case 'SelectEventsRanged':
      return [
        `An event is in the range if it starts before to and ends after from. Both are ${UNIT[config.rangeUnit]}.`,
        ...lists,
      ];
  }
}

/** Contains the hint below a parameter's field, and the values that the field accepts. */
export interface ParameterHelp {
  readonly hint: string;
  readonly example: string;
  readonly min?: number;
  readonly max?: number;
}

/** Returns the help for each parameter of an operation. Its examples are the proposed values. */
export function parameterHelp(
  name: OperationName,
  config: Config,
  { id, month, year }: ProposedValues,
): Record<string, ParameterHelp> {
  const { start, end } = spanOfMonth(year, month, knownZone(config.timeZone));
  switch (name) {
    case 'SelectEvent':
      return {
        intEventID: {
          hint: 'The id of an event, 1 or more, in 32 bits.',
          example: String(id),
          min: 1,
          max: 2147483647,
        },
        bolAsJSON: {
          hint: `true: ${formatHelp(config.eventJsonFormat).event}. false: ${formatHelp(config.eventTextFormat).event}.`,
          example: 'true',
        },
      };
    case 'SelectEvents':
      return {
        month: { hint: '1 to 12.', example: String(month), min: 1, max: 12 },
        year: { hint: '1 to 9999.', example: String(year), min: 1, max: 9999 },
      };
    case 'SelectEventsRanged':
      return {
        from: { hint: `${UNIT[config.rangeUnit]}, inclusive.`, example: fromUnixMs(start, config.rangeUnit) },
        to: { hint: `${UNIT[config.rangeUnit]}, exclusive.`, example: fromUnixMs(end, config.rangeUnit) },
      };
  }
}

/** The names are sorted by code unit, as ASMX lists them (contract 8.1). */
export const SORTED_OPERATIONS: readonly Operation[] = [...OPERATIONS].sort((a, b) =>
  a.name < b.name ? -1 : 1,
);
