import { type DiscoveryDocument, selectDocument } from '../../../src/bindings/wsdl';
import { parseValues } from '../../../src/contract/value-collection';

/** Follows the table of contract 1.5. */
const ROWS: readonly (readonly [string, DiscoveryDocument])[] = [
  ['', 'help'],
  ['wsdl', 'wsdl'],
  ['WSDL', 'wsdl'],
  ['WsDl', 'wsdl'],
  ['%77sdl', 'wsdl'],
  ['wsdl&foo=bar', 'wsdl'],
  ['foo=bar&wsdl', 'wsdl'],
  ['wsdl&op=SelectEvents', 'wsdl'],
  ['wsdl&', 'help'],
  ['&wsdl', 'help'],
  ['wsdl&foo', 'help'],
  ['wsdl&disco', 'help'],
  ['wsdl&wsdl', 'help'],
  ['wsdl%20', 'help'],
  ['wsdl+', 'help'],
  ['wsdl%00', 'help'],
  ['wsdl=', 'wsdl-not-found'],
  ['wsdl=1', 'wsdl-not-found'],
  ['WSDL=anything', 'wsdl-not-found'],
  ['wsdl&wsdl=', 'wsdl-not-found'],
  ['disco&wsdl=1', 'wsdl-not-found'],
  ['disco', 'disco'],
  ['DISCO', 'disco'],
  ['disco&foo=bar', 'disco'],
  ['disco=', 'help'],
  ['schema', 'help'],
  ['schema=', 'schema-not-found'],
  ['Schema=anything', 'schema-not-found'],
  ['wsdl&schema=1', 'schema-not-found'],
  ['wsdl=1&schema=1', 'schema-not-found'],
  ['xsd=schema1', 'help'],
  ['op=SelectEvents', 'help'],
  ['singleWsdl', 'wsdl'],
  ['singlewsdl', 'wsdl'],
  ['singleWsdl=', 'help'],
  ['toString', 'help'],
  ['__proto__', 'help'],
];

test.each(ROWS)('?%s answers %s', (query, document) => {
  expect(selectDocument(parseValues(query))).toBe(document);
});
