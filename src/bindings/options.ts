import type { ErrorDetail } from '../contract/fault';
import type { EventsPortType } from '../contract/operations';
import type { Observe } from '../ops/observations';
import type { LongWork } from './long-work';
import type { AroundCall } from './observe-call';

/** What a request is read by. */
export interface ReadingRules {
  /** The service's namespace, byte for byte as configured. */
  readonly namespace: string;
  /** Refuses what the WSDL doesn't allow and ASMX would read over. */
  readonly strict: boolean;
}

/** What every binding is made of. */
export interface BindingOptions extends ReadingRules {
  readonly service: EventsPortType;
  readonly errorDetail: ErrorDetail;
  readonly observe: Observe;
  /** Where long requests are read. */
  readonly longWork: LongWork;
  readonly around?: AroundCall | undefined;
}
