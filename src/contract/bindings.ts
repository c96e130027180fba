/**
 * Lists the bindings of the service in the WSDL's order. `bindings/soap` implements both versions of SOAP, and
 * `bindings/http` implements GET and POST. Pages, metrics and tests read this table.
 */
import type { SoapVersion } from './soap-version';

/** The service has this path below the site root. */
export const ENDPOINT = '/WebServices/Events.asmx';

/** ASP.NET rejects a path with more characters than this (contract 1.1). */
export const MAX_PATH = 260;

/** A call is sent in a SOAP envelope, or as parameters in a query or a form. */
type CallStyle =
  | { readonly kind: 'soap'; readonly version: SoapVersion }
  | { readonly kind: 'http'; readonly method: 'GET' | 'POST' };

interface BindingRow {
  /** Metrics and logs use this name. */
  readonly name: string;
  /** Pages show this title, as ASMX does. */
  readonly title: string;
  /** The port and the binding have this name in the WSDL. */
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

/** Names the source of a call in metrics and logs: a binding, or the calendar, whose feeds are not in the WSDL. */
export type CallSource = BindingName | 'calendar';

/** DISCO lists these bindings. */
export const SOAP_BINDINGS = BINDINGS.filter((row) => row.call.kind === 'soap');

export const SOAP_BINDING_NAME: Readonly<Record<SoapVersion, BindingName>> = {
  '1.1': 'soap11',
  '1.2': 'soap12',
};
