import { type DiscoveryDocument, selectDocument } from '../../../src/bindings/wsdl';
import { parseValues } from '../../../src/contract/value-collection';

/** Maps each document to the queries that request it (contract 1.5). */
const QUERIES: Readonly<Record<DiscoveryDocument, string>> = {
  wsdl: 'wsdl WSDL WsDl %77sdl wsdl&foo=bar foo=bar&wsdl wsdl&op=SelectEvents singleWsdl singlewsdl',
  'wsdl-not-found': 'wsdl= wsdl=1 WSDL=anything wsdl&wsdl= disco&wsdl=1 wsdl=&wsdl a&wsdl=',
  'schema-not-found':
    'schema= schema=anything Schema=anything SCHEMA=x wsdl=&schema= wsdl&schema=1 wsdl=1&schema=1',
  disco: 'disco DISCO disco&foo=bar',
  help:
    ' wsdl& &wsdl wsdl&foo wsdl&disco wsdl&wsdl wsdl%20 wsdl+ wsdl%00 disco= schema xsd=schema1 op=SelectEvents ' +
    'singleWsdl= toString __proto__',
};

test.each(Object.entries(QUERIES))('%s is the answer to its queries', (document, queries) => {
  const found = queries.split(' ').map((query) => [query, selectDocument(parseValues(query))]);
  expect(found).toEqual(queries.split(' ').map((query) => [query, document]));
});
