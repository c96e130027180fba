/**
 * Lists the operations. Names, arguments and calls derive from this table, and a test compares it with
 * wsdl/Events.wsdl. The texts of the pages are in pages/documentation.ts. The order is the WSDL's, which is that of the
 * declarations (contract 6.3).
 */

/** Maps the XSD simple types of the operations' parameters and results to TypeScript types. */
interface XsdValues {
  readonly long: bigint;
  readonly int: number;
  readonly boolean: boolean;
}

export type XsdType = keyof XsdValues;

export type XsdValue = XsdValues[XsdType];

export interface Parameter {
  readonly name: string;
  readonly type: XsdType;
}

const TABLE = [
  {
    name: 'SelectEventsRanged',
    parameters: [
      { name: 'from', type: 'long' },
      { name: 'to', type: 'long' },
    ],
  },
  {
    name: 'SelectEvent',
    parameters: [
      { name: 'intEventID', type: 'int' },
      { name: 'bolAsJSON', type: 'boolean' },
    ],
  },
  {
    name: 'SelectEvents',
    parameters: [
      { name: 'month', type: 'int' },
      { name: 'year', type: 'int' },
    ],
  },
] as const satisfies readonly { readonly name: string; readonly parameters: readonly Parameter[] }[];

type Row = (typeof TABLE)[number];

export type OperationName = Row['name'];

export interface Operation {
  readonly name: OperationName;
  readonly parameters: readonly Parameter[];
}

export const OPERATIONS: readonly [Operation, ...Operation[]] = TABLE;

/** Holds a short result as it stands in an answer: a text that is escaped for it. */
export interface ShortResult {
  readonly text: string;
}

/** Holds a long result as it stands in an answer: escaped and encoded in UTF-8, in slices. */
export interface LongResult {
  readonly slices: readonly Buffer[];
  /** The slices together have this many bytes. */
  readonly length: number;
}

/** A result is made ready once, and is then the same in all answers. */
export type Result = ShortResult | LongResult;

/**
 * This is what a service answers: a text, or one that is ready for answers. `null` is a result that SOAP leaves out
 * (contract 4.1).
 */
export type Answer = string | Result | null;

/**
 * Represents the abstract interface that the WSDL's portType describes. This is a fixed seam: programs outside the
 * repository implement it for `createApp`. Each method resolves to the result string, or to `null` for a result that
 * SOAP leaves out (contract 4.1). A rejected promise becomes a fault: `SoapException` and `VisibleError` (errors.ts)
 * show their message to the client, any other error shows nothing.
 */
export interface EventsPortType<Out extends Answer = string | null> {
  /**
   * Selects events that overlap the half-open range `[from, to)`. Both are signed 64-bit, in the unit of `RANGE_UNIT`.
   */
  selectEventsRanged(from: bigint, to: bigint): Promise<Out>;
  /** Selects one event by its id (signed 32-bit), as JSON or in the format of `EVENT_TEXT_FORMAT`. */
  selectEvent(intEventID: number, bolAsJSON: boolean): Promise<Out>;
  /** Selects events that overlap a calendar month (1–12) of a year (1–9999) in the service's time zone. */
  selectEvents(month: number, year: number): Promise<Out>;
  /** Returns the same service for one client, whose calls may be cancelled when `signal` is aborted. */
  for?(signal: AbortSignal): EventsPortType<Out>;
}

/** Represents the service as the bindings call it. Its results may be ready for answers. */
export type EventsService = EventsPortType<Answer>;

type ArgumentsOf<Parameters extends readonly Parameter[]> = {
  readonly [P in Parameters[number] as P['name']]: XsdValues[P['type']];
};

/** Every binding turns a request into such a call, which has typed arguments. */
export type Call = {
  [R in Row as R['name']]: { readonly operation: R['name']; readonly args: ArgumentsOf<R['parameters']> };
}[OperationName];

/**
 * Returns the part of a SOAPAction before the operation's name: the namespace with a slash at its end (contract 0.2).
 */
export function actionBase(namespace: string): string {
  return namespace.endsWith('/') ? namespace : `${namespace}/`;
}

/** The keys are the names of an operation's parameters. */
export type Arguments = Readonly<Record<string, XsdValue>>;

/** Makes a call from one value for each of the operation's parameters, of the parameter's type. */
export function toCall({ name }: Operation, args: Arguments): Call {
  // The compiler can't know that the arguments were read by this operation's parameters.
  return { operation: name, args } as Call;
}

/** Performs `call`. Only here does the name of a call become a method. */
export function invoke<Out extends Answer>(service: EventsPortType<Out>, call: Call): Promise<Out> {
  switch (call.operation) {
    case 'SelectEventsRanged':
      return service.selectEventsRanged(call.args.from, call.args.to);
    case 'SelectEvent':
      return service.selectEvent(call.args.intEventID, call.args.bolAsJSON);
    case 'SelectEvents':
      return service.selectEvents(call.args.month, call.args.year);
  }
}

/** Makes a service that answers every call by one function, as replays and echoes need it. */
export function serviceOf<Out extends Answer>(answer: (call: Call) => Promise<Out>): EventsPortType<Out> {
  return {
    selectEventsRanged: (from, to) => answer({ operation: 'SelectEventsRanged', args: { from, to } }),
    selectEvent: (intEventID, bolAsJSON) =>
      answer({ operation: 'SelectEvent', args: { intEventID, bolAsJSON } }),
    selectEvents: (month, year) => answer({ operation: 'SelectEvents', args: { month, year } }),
  };
}
