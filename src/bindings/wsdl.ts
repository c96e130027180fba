/** Renders the WSDL and DISCO documents, and chooses which document a client asks for. */
import { promises, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINT, SOAP_BINDINGS } from '../contract/bindings';
import { escapeXmlAttribute } from '../contract/escape';
import { actionBase } from '../contract/operations';
import type { ValueCollection } from '../contract/value-collection';
import { escapeRegExp } from '../lib/text/regexp';

/** Contains the values that are inserted into the WSDL and DISCO documents, both unescaped. */
export interface DescriptionValues {
  /** The namespace is byte for byte as configured. */
  readonly namespace: string;
  /** All four ports name this address, such as `https://example.org/WebServices/Events.asmx`. */
  readonly endpoint: string;
}

const TEMPLATE_ENDPOINT = `http://localhost${ENDPOINT}`;
const TEMPLATE_NAMESPACE = 'http://tempuri.org/';

/**
 * Matches the template's own namespace and address, which are always at the start of an attribute. In `soapAction` the
 * operation's name follows the namespace.
 */
const PLACEHOLDERS = new RegExp(
  `(?<=")(?:(${escapeRegExp(TEMPLATE_ENDPOINT)})(?=")|(${escapeRegExp(TEMPLATE_NAMESPACE)})(?=")|${escapeRegExp(TEMPLATE_NAMESPACE)})`,
  'g',
);

const FILE = path.join(__dirname, '../../wsdl/Events.wsdl');

const source = readFileSync(FILE, 'utf8');
/**
 * The file's lines end in LF, as is usual in git, also the last line. ASMX sends CRLF, and no line end after the last
 * line.
 */
const template = source.trimEnd().replace(/\r?\n/g, '\r\n');

/** Renders the WSDL document (contract 6.2). Its lines end in CRLF, except the last. */
export function renderWsdl({ namespace, endpoint }: DescriptionValues): string {
  const address = escapeXmlAttribute(endpoint);
  const escapedNamespace = escapeXmlAttribute(namespace);
  const base = escapeXmlAttribute(actionBase(namespace));
  // The replacement is a function, because in a replacement text `$&` would have a special meaning.
  return template.replace(PLACEHOLDERS, (_found, isEndpoint?: string, isNamespace?: string) => {
    if (isEndpoint !== undefined) return address;
    return isNamespace !== undefined ? escapedNamespace : base;
  });
}

/**
 * Compares the WSDL file with the text that this process read at its start.
 * @throws Error if the file was changed or removed since then, for example by an update of the program
 */
export async function checkWsdl(): Promise<void> {
  const now = await promises.readFile(FILE, 'utf8').catch(() => undefined);
  if (now !== source)
    throw new Error('The file of the WSDL has changed since this process started: restart the process.');
}

/**
 * Renders the DISCO document, which says where the WSDL, the help page and the two SOAP ports are (contract 7). Its
 * lines end in CRLF, except the last. SOAP 1.2 uses a `soap` element too. The HTTP ports are not listed.
 */
export function renderDisco(description: DescriptionValues): string {
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

export type DiscoveryDocument = 'wsdl' | 'disco' | 'help' | 'wsdl-not-found' | 'schema-not-found';

/**
 * Chooses the answer to a GET of the service's own path by the query's value without a name (contract 1.5). The whole
 * value must match, in any letter case: `?wsdl&foo=bar` asks for the WSDL, but `?wsdl&foo` for the help page. A named
 * `schema=` or `wsdl=` asks for one document of several, which this service does not have. `schema` is read first.
 */
export function selectDocument(query: ValueCollection): DiscoveryDocument {
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
