/**
 * The service's one table of operations. Every binding, page, sample and test is driven by it, and a test
 * holds it against wsdl/Events.wsdl in both directions. Order is the WSDL's: declaration order (contract 6.3).
 */

/** The XSD simple types that the operations' parts use. */
export type XsdType = 'long' | 'int' | 'boolean';

export interface Parameter {
  readonly name: string;
  readonly type: XsdType;
}

export interface Operation {
  readonly name: OperationName;
  readonly parameters: readonly Parameter[];
}

export type OperationName = 'SelectEventsRanged' | 'SelectEvent' | 'SelectEvents';

/**
 * The abstract interface that the WSDL's portType describes, as the bindings call it. Each method answers the
 * result string; `null` is a result that SOAP leaves out (contract 4.1). A rejected promise is a fault:
 * `SoapException` and `VisibleError` (errors.ts) show a client their message, any other error shows nothing.
 */
export interface EventsPortType {
  /** Events that overlap the half-open range `[from, to)`; both signed 64-bit, unit by `RANGE_UNIT`. */
  selectEventsRanged(from: bigint, to: bigint): Promise<string | null>;
  /** One event by its id (signed 32-bit); as JSON or in the format of `EVENT_TEXT_FORMAT`. */
  selectEvent(intEventID: number, bolAsJSON: boolean): Promise<string | null>;
  /** Events that overlap a calendar month (1–12) of a year (1–9999) in the service's time zone. */
  selectEvents(month: number, year: number): Promise<string | null>;
}

/** A call whose arguments are already values: what every binding makes of a request. */
export type Call =
  | {
      readonly operation: 'SelectEventsRanged';
      readonly args: { readonly from: bigint; readonly to: bigint };
    }
  | {
      readonly operation: 'SelectEvent';
      readonly args: { readonly intEventID: number; readonly bolAsJSON: boolean };
    }
  | { readonly operation: 'SelectEvents'; readonly args: { readonly month: number; readonly year: number } };

/** What stands before an operation's name in its SOAPAction: the namespace, with a slash at its end (contract 0.2). */
export function actionBase(namespace: string): string {
  return namespace.endsWith('/') ? namespace : `${namespace}/`;
}

/** The values of an operation's parameters, by name. */
export type Arguments = Readonly<Record<string, bigint | number | boolean>>;

/**
 * A call from arguments that were read by the table of operations, which names them and their types: the one place
 * where the compiler can't follow.
 */
export function toCall({ name }: Operation, args: Arguments): Call {
  return { operation: name, args } as unknown as Call;
}

/** Carries `call` out: the one place where a call's name becomes a method. */
export function invoke(service: EventsPortType, call: Call): Promise<string | null> {
  switch (call.operation) {
    case 'SelectEventsRanged':
      return service.selectEventsRanged(call.args.from, call.args.to);
    case 'SelectEvent':
      return service.selectEvent(call.args.intEventID, call.args.bolAsJSON);
    case 'SelectEvents':
      return service.selectEvents(call.args.month, call.args.year);
  }
}

export const OPERATIONS: readonly Operation[] = [
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
];
