/**
 * The bindings of the service: its one table of them, in the WSDL's order. A further one is a folder below
 * `bindings/` and a row here; pages, metrics and tests are driven by it.
 */
import type { SoapVersion } from './soap-version';

/** The form of a call: an envelope of a version in a POST, or parameters in a query or a form. */
export type CallStyle =
  | { readonly kind: 'soap'; readonly version: SoapVersion }
  | { readonly kind: 'http'; readonly method: 'GET' | 'POST' };

interface BindingRow {
  /** The name in metrics and logs. */
  readonly name: string;
  /** The title on pages, as ASMX writes it. */
  readonly title: string;
  /** The WSDL's port and binding. */
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

/** The source of a call in metrics and logs: a binding, or a calendar's feed, which no WSDL has. */
export type CallSource = BindingName | 'calendar';

/** The rows that are called in one way. */
type BindingOf<Call extends CallStyle> = Extract<Binding, { readonly call: Call }>;

export type SoapBinding = BindingOf<{ kind: 'soap'; version: SoapVersion }>;

/** The bindings of SOAP: those that DISCO lists. */
export const SOAP_BINDINGS = BINDINGS.filter((row): row is SoapBinding => row.call.kind === 'soap');

export const SOAP_BINDING_NAME: Readonly<Record<SoapVersion, SoapBinding['name']>> = {
  '1.1': 'soap11',
  '1.2': 'soap12',
};
