import { SOAP_BINDINGS } from '../../contract/bindings';
import { escapeXmlAttribute } from '../../contract/escape';
import type { Description } from './wsdl';

/**
 * Renders the DISCO document, which says where the WSDL, the help page and the two SOAP ports are (contract 7). Its
 * lines end in CRLF, except the last. SOAP 1.2 uses a `soap` element too. The HTTP ports are not listed.
 */
export function renderDisco(description: Description): string {
  const namespace = escapeXmlAttribute(description.namespace);
  const endpoint = escapeXmlAttribute(description.endpoint);
  const port = (prefix: string, binding: string) =>
    `  <soap address="${endpoint}" xmlns:${prefix}="${namespace}" binding="${prefix}:${binding}" xmlns="http://schemas.xmlsoap.org/disco/soap/" />`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<discovery xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.xmlsoap.org/disco/">',
    `  <contractRef ref="${endpoint}?wsdl" docRef="${endpoint}" xmlns="http://schemas.xmlsoap.org/disco/scl/" />`,
    ...SOAP_BINDINGS.map((binding, index) => port(`q${index + 1}`, binding.port)),
    '</discovery>',
  ].join('\r\n');
}
