/**
 * Lists the operations in the order of the WSDL (contract 6.3). All types of calls derive from this table, and a test
 * compares it with wsdl/Events.wsdl. The texts for the pages are in pages/documentation.ts.
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

/** Represents a short result in the form in which answers contain it: an escaped text. */
export interface ShortResult {
  readonly text: string;
}

/** Represents a long result in the form in which answers contain it: escaped, and encoded in UTF-8, in slices. */
export interface LongResult {
  readonly slices: readonly Buffer[];
  /** This is the length of all slices together, in bytes. */
  readonly length: number;
}

/** A result is encoded once for all answers that contain it. */
export type Result = ShortResult | LongResult;

/**
 * A service answers with a text, or with a result that is already encoded. SOAP omits the element of a `null` result
 * (contract 4.1).
 */
export type Answer = string | Result | null;

/**
 * Represents the interface that the WSDL's portType describes. It is public: programs outside the repository
 * implement it for `createApp`. Each method resolves to the result string, or to `null` if SOAP should omit the result
 * (contract 4.1). A rejection becomes a fault. The client sees the message of a `SoapException` or `VisibleError`
 * (errors.ts), and no details of any other error. A method may stop when `signal` is aborted, because then the client
 * has disconnected.
 */
export interface EventsPortType<Out extends Answer = string | null> {
  /**
   * Selects events that overlap the half-open range `[from, to)`. Both bounds are signed 64-bit integers in the unit of
   * `RANGE_UNIT`.
   */
  selectEventsRanged(from: bigint, to: bigint, signal?: AbortSignal): Promise<Out>;
  /**
   * Selects one event by its id (signed 32-bit), in `EVENT_JSON_FORMAT` if `bolAsJSON` is true, else in
   * `EVENT_TEXT_FORMAT`.
   */
  selectEvent(intEventID: number, bolAsJSON: boolean, signal?: AbortSignal): Promise<Out>;
  /** Selects events that overlap a calendar month (1–12) of a year (1–9999) in the service's time zone. */
  selectEvents(month: number, year: number, signal?: AbortSignal): Promise<Out>;
}

/** Represents the service as the bindings call it. Its results may be encoded already. */
export type EventsService = EventsPortType<Answer>;

type ArgumentsOf<Parameters extends readonly Parameter[]> = {
  readonly [P in Parameters[number] as P['name']]: XsdValues[P['type']];
};

/** Every binding turns a request into a call, which has typed arguments. */
export type Call = {
  [R in Row as R['name']]: { readonly operation: R['name']; readonly args: ArgumentsOf<R['parameters']> };
}[OperationName];

/**
 * Returns the part of a SOAPAction before the operation's name: the namespace with a slash at its end (contract 0.2).
 */
export function actionBase(namespace: string): string {
  return namespace.endsWith('/') ? namespace : `${namespace}/`;
}

/** Maps the names of an operation's parameters to values. */
export type Arguments = Readonly<Record<string, XsdValue>>;

/** Makes a call. @param args one value for each parameter of the operation, of the parameter's type */
export function toCall(operation: OperationName, args: Arguments): Call {
  // A cast is needed, because the compiler can't know that the arguments fit the operation.
  return { operation, args } as Call;
}

/** Performs a call. This is the only function that finds a method by the operation's name. */
export function invoke<Out extends Answer>(
  service: EventsPortType<Out>,
  call: Call,
  signal?: AbortSignal,
): Promise<Out> {
  switch (call.operation) {
    case 'SelectEventsRanged':
      return service.selectEventsRanged(call.args.from, call.args.to, signal);
    case 'SelectEvent':
      return service.selectEvent(call.args.intEventID, call.args.bolAsJSON, signal);
    case 'SelectEvents':
      return service.selectEvents(call.args.month, call.args.year, signal);
  }
}

export function serviceFromFunction<Out extends Answer>(
  answer: (call: Call, signal?: AbortSignal) => Promise<Out>,
): EventsPortType<Out> {
  return {
    selectEventsRanged: (from, to, signal) =>
      answer({ operation: 'SelectEventsRanged', args: { from, to } }, signal),
    selectEvent: (intEventID, bolAsJSON, signal) =>
      answer({ operation: 'SelectEvent', args: { intEventID, bolAsJSON } }, signal),
    selectEvents: (month, year, signal) =>
      answer({ operation: 'SelectEvents', args: { month, year } }, signal),
  };
}
