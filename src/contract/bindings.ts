/**
 * Lists the bindings of the service in the WSDL's order. A further one is a folder below `bindings/` and a row here;
 * pages, metrics and tests read this table.
 */
import type { SoapVersion } from './soap-version';

/** Says how a call travels: in an envelope of a version by POST, or as parameters in a query or a form. */
type CallStyle =
  | { readonly kind: 'soap'; readonly version: SoapVersion }
  | { readonly kind: 'http'; readonly method: 'GET' | 'POST' };

interface BindingRow {
  /** Metrics and logs use this name. */
  readonly name: string;
  /** This is the title on pages, as ASMX writes it. */
  readonly title: string;
  /** The WSDL calls the port and the binding by this name. */
  readonly port: string;
  readonly call: CallStyle;
}

export const BINDINGS = [
  { name: 'soap11', title: 'SOAP 1.1', port: 'EventsSoap', call: { kind: 'soap', version: '1.1' } },
  { name: 'soap12', title: 'SOAP 1.2', port: 'EventsSoap12', call: { kind: 'soap', version: '1.2' } },
  { name: 'httpget', title: 'HTTP GET', port: 'EventsHttpGet', call: { kind: 'http', method: 'GET' } },
  { name: 'httppost', title: 'HTTP POST', port: 'EventsHttpPost', call: { kind: 'http', method: 'POST' } },
] as const satisfies readonly BindingRow[];

export type Binding = (typeof BINDINGS)[number];

export type BindingName = Binding['name'];

/** Says where a call came from, in metrics and logs: a binding, or a calendar's feed, which no WSDL has. */
export type CallSource = BindingName | 'calendar';

/** Represents the rows that are called in one way. */
type BindingOf<Call extends CallStyle> = Extract<Binding, { readonly call: Call }>;

type SoapBinding = BindingOf<{ kind: 'soap'; version: SoapVersion }>;

/** DISCO lists these bindings. */
export const SOAP_BINDINGS = BINDINGS.filter((row): row is SoapBinding => row.call.kind === 'soap');

export const SOAP_BINDING_NAME: Readonly<Record<SoapVersion, SoapBinding['name']>> = {
  '1.1': 'soap11',
  '1.2': 'soap12',
};
