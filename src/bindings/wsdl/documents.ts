import type { ValueCollection } from '../../contract/value-collection';

export type DiscoveryDocument = 'wsdl' | 'disco' | 'help' | 'wsdl-not-found' | 'schema-not-found';

/**
 * Chooses the answer to a GET of the service's own path (contract 1.5) by the value without a name. It must match
 * exactly: `?wsdl&foo=bar` is the WSDL, `?wsdl&foo` the help page. A named `schema=` or `wsdl=` asks for one document
 * of several, which this service does not have. `schema` is read first.
 */
export function selectDocument(query: Pick<ValueCollection, 'get' | 'nullKey'>): DiscoveryDocument {
  if (query.get('schema') !== undefined) return 'schema-not-found';
  if (query.get('wsdl') !== undefined) return 'wsdl-not-found';
  switch (query.nullKey?.toLowerCase()) {
    case 'wsdl':
    // ASMX answers with the help page here, but users of dotnet-svcutil ask for the WSDL by this name.
    case 'singlewsdl':
      return 'wsdl';
    case 'disco':
      return 'disco';
    default:
      return 'help';
  }
}
