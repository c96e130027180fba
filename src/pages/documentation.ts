/** Contains the help page's texts about operations and parameters, in the configured units and formats. */
import type { Config } from '../config';
import { OPERATIONS, type Operation, type OperationName } from '../contract/operations';
import { formatHelp, isFormatFile } from '../formats/open';
import { fromUnixMs } from '../lib/time/range-unit';
import { knownZone, spanOfMonth } from '../lib/time/zones';
import type { ProposedValues } from './proposal';

/** Contains the hint below a parameter's field, and the values that the field accepts. */
export interface ParameterHelp {
  readonly hint: string;
  readonly example: string;
  readonly min?: number;
  readonly max?: number;
}

export type ParametersHelp = Readonly<Record<string, ParameterHelp>>;

interface OperationHelp {
  readonly summary: string;
  readonly details: string;
  /** Returns the help for each parameter. Its examples are the proposed values. */
  readonly parameters: (proposal: ProposedValues) => ParametersHelp;
}

const UNIT: Readonly<Record<Config['rangeUnit'], string>> = {
  'unix-ms': 'Unix time in milliseconds',
  'unix-s': 'Unix time in seconds',
  'dotnet-ticks': '.NET ticks (100 ns since 0001-01-01, UTC)',
};

export const OPERATION_HELP: Readonly<Record<OperationName, (config: Config) => OperationHelp>> = {
  SelectEvent({ eventJsonFormat, eventTextFormat }) {
    const [json, text] = [formatHelp(eventJsonFormat), formatHelp(eventTextFormat)];
    return {
      summary: 'Returns one event by its id.',
      details: `With bolAsJSON true the result is ${json.event}, or ${json.none} when there is no such event; with false it is ${text.event}, or ${text.none}.`,
      parameters: ({ id }) => ({
        intEventID: {
          hint: 'The id of an event, from 1 to 2147483647.',
          example: String(id),
          min: 1,
          max: 2147483647,
        },
        bolAsJSON: { hint: `true: ${json.event}. false: ${text.event}.`, example: 'true' },
      }),
    };
  },
  SelectEvents: (config) => ({
    summary: `Returns the events of a calendar month as ${formatHelp(config.listFormat).list}.`,
    details: `An event belongs to every month that it overlaps. Months begin at midnight in ${config.timeZone}. ${ofLists(config)}`,
    parameters: ({ month, year }) => ({
      month: { hint: '1 to 12.', example: String(month), min: 1, max: 12 },
      year: { hint: '1 to 9999.', example: String(year), min: 1, max: 9999 },
    }),
  }),
  SelectEventsRanged(config) {
    const { rangeUnit, timeZone } = config;
    const unit = UNIT[rangeUnit];
    return {
      summary: `Returns the events of a time range as ${formatHelp(config.listFormat).list}.`,
      details: `An event is in the range if it starts before 'to', and ends after 'from' or starts at 'from'. Both are ${unit}. ${ofLists(config)}`,
      parameters({ month, year }) {
        const { start, end } = spanOfMonth(year, month, knownZone(timeZone));
        return {
          from: { hint: `${unit}, inclusive.`, example: fromUnixMs(start, rangeUnit) },
          to: { hint: `${unit}, exclusive.`, example: fromUnixMs(end, rangeUnit) },
        };
      },
    };
  },
};

function ofLists({ listFormat, maxEvents }: Config): string {
  const order = isFormatFile(listFormat) ? 'as the format file says' : 'by start, then by id';
  const most = maxEvents.toLocaleString('en-US');
  return `The events are ordered ${order}. An answer has at most ${most} events. If there are more, the answer is a fault that asks for a shorter range.`;
}

/** Lists the operations by the code units of their names, as ASMX does (contract 8.1). */
export const SORTED_OPERATIONS: readonly Operation[] = [...OPERATIONS].sort((a, b) =>
  a.name < b.name ? -1 : 1,
);
