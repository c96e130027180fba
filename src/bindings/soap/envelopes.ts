/**
 * Writes SOAP envelopes with node-soap from the WSDL. Each response envelope is written once, with a placeholder for
 * the result. Untrusted bytes can make node-soap hang, lose digits, write unescaped text or crash, so it reads only
 * samples from this module.
 */
import { Server, WSDL } from 'soap';
import type { Config } from '../../config';
import { ENDPOINT, SOAP_BINDINGS } from '../../contract/bindings';
import { escapeXmlAttribute, escapeXmlText } from '../../contract/escape';
import { type Fault, formatChain } from '../../contract/fault';
import { OPERATIONS, type OperationName } from '../../contract/operations';
import { envelopeLines } from '../../contract/soap-request';
import { ENVELOPE_NAMESPACE, type SoapVersion } from '../../contract/soap-version';
import { renderWsdl } from '../wsdl';

/** A result of null has no element, and an empty string has an empty element (contract 4.1). */
export type ResultKind = 'null' | 'empty' | 'text';

/**
 * Contains the text before and after a result in its envelope. If the result is not of kind `text`, `prefix` is the
 * whole envelope.
 */
export interface Envelope {
  readonly prefix: string;
  readonly suffix: string;
}

export interface Envelopes {
  envelope(version: SoapVersion, operation: OperationName, kind: ResultKind): Promise<Envelope>;
  /** Returns the whole envelope of a fault. */
  fault(version: SoapVersion, fault: Fault): Promise<string>;
}

export function createEnvelopes({
  serviceNamespace: namespace,
  errorDetail,
}: Pick<Config, 'serviceNamespace' | 'errorDetail'>): Envelopes {
  // Any endpoint will do, because no envelope contains it.
  const wsdl = renderWsdl({ namespace, endpoint: ENDPOINT });
  const engines = new Map<SoapVersion, Promise<Engine>>();
  const written = new Map<string, Promise<Envelope>>();

  /**
   * Returns the node-soap engine of a SOAP version. Its first use opens the engine, because reading the WSDL takes
   * milliseconds.
   */
  const engineOf = (version: SoapVersion) => {
    const engine = engines.get(version) ?? openEngine(wsdl, version);
    engines.set(version, engine);
    return engine;
  };

  const write = async (version: SoapVersion, operation: OperationName, kind: ResultKind) => {
    const { server } = await engineOf(version);
    const { body } = await server.processRequest(sampleRequest(namespace, operation, kind));
    // The namespace must be escaped here, because node-soap does not escape it.
    const declared = (uri: string) => `xmlns="${uri}"`;
    const xml = String(body).replace(declared(namespace), () => declared(escapeXmlAttribute(namespace)));
    // node-soap writes a fault for an operation that the WSDL does not have.
    if (!xml.includes(`<${operation}Response`)) throw new Error(`node-soap wrote no response: ${xml}`);
    return kind === 'text' ? aroundContent(xml, `${operation}Result`) : { prefix: xml, suffix: '' };
  };

  const envelope = (version: SoapVersion, operation: OperationName, kind: ResultKind) => {
    const key = `${version} ${operation} ${kind}`;
    const known = written.get(key) ?? write(version, operation, kind);
    written.set(key, known);
    return known;
  };

  return {
    envelope,
    async fault(version, fault) {
      const { definition } = await engineOf(version);
      const { prefix: whole } = await envelope(version, OPERATIONS[0].name, 'null');
      const { prefix, suffix } = aroundContent(whole, 'soap:Body');
      const text = escapeXmlText(formatChain(fault.chain, errorDetail));
      const element =
        version === '1.1'
          ? definition.objectToDocumentXML('soap:Fault', fault11(fault, text), '')
          : definition.objectToDocumentXML('Fault', fault12(fault, text), 'soap');
      const begin = fault.code === 'VersionMismatch' ? prefix.replace(BODY, () => UPGRADE + BODY) : prefix;
      return begin + element + suffix;
    },
  };
}

interface Engine {
  readonly server: Server;
  readonly definition: WSDL;
}

const DECLARATIONS =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/**
 * Creates a node-soap server whose operations return a sample result. The argument `kind` chooses the kind of result.
 */
function openEngine(wsdl: string, version: SoapVersion): Promise<Engine> {
  const options = { forceSoap12Headers: version === '1.2', useEmptyTag: true, escapeXML: false };
  const definition = new WSDL(wsdl, '', options);
  const methods = OPERATIONS.map(({ name }) => [
    name,
    ({ kind }: { readonly kind: ResultKind }) =>
      kind === 'null' ? {} : { [`${name}Result`]: kind === 'empty' ? '' : 'result' },
  ]);
  const ports = SOAP_BINDINGS.map(({ port }) => [port, Object.fromEntries(methods)]);
  const services = { Events: Object.fromEntries(ports) };
  return new Promise((resolve, reject) => {
    const callback = (error: unknown, server: Server) => {
      definition.xmlnsInEnvelope = DECLARATIONS;
      if (error) reject(error);
      else resolve({ server, definition });
    };
    new Server(null, '/', services, definition, { path: '/', services, callback });
  });
}

/**
 * Writes a request to which an engine answers with a sample result. The SOAP version of the request does not matter,
 * because node-soap reads both versions and answers in the engine's version.
 */
function sampleRequest(namespace: string, operation: OperationName, kind: ResultKind): string {
  const parts = [{ name: 'kind', content: kind }];
  const lines = envelopeLines({ version: '1.1', namespace, wrapper: operation, parts });
  return lines.flatMap(({ pieces }) => pieces).join('');
}

/** Returns the text before and after the content of the only element with this name. */
function aroundContent(xml: string, name: string): Envelope {
  const start = xml.indexOf(`<${name}>`) + `<${name}>`.length;
  return { prefix: xml.slice(0, start), suffix: xml.slice(xml.indexOf(`</${name}>`)) };
}

/** Writes SOAP 1.1's fault. Its children have no namespace. A fault of a header has no `detail` (contract 9.1). */
function fault11({ code, actor, detail, detailXml }: Fault, text: string): object {
  return {
    faultcode: `soap:${code}`,
    faultstring: text,
    ...(actor ? { faultactor: escapeXmlText(actor) } : {}),
    ...(detail ? { detail: rawXml(detailXml) } : {}),
  };
}

const CODES_12 = {
  Client: 'Sender',
  Server: 'Receiver',
  MustUnderstand: 'MustUnderstand',
  VersionMismatch: 'VersionMismatch',
} as const;

/** Writes the elements of SOAP 1.2's fault (contract 3.3). */
function fault12({ code, actor, detail, detailXml }: Fault, text: string): object {
  return {
    Code: { Value: `soap:${CODES_12[code]}` },
    Reason: { Text: { attributes: { 'xml:lang': 'en' }, $xml: text } },
    ...(actor ? { Node: escapeXmlText(actor) } : {}),
    ...(detail ? { Detail: rawXml(detailXml) } : {}),
  };
}

/** Marks XML, so that node-soap does not escape it. */
function rawXml(xml = ''): object | string {
  return xml === '' ? '' : { $xml: xml };
}

const BODY = '<soap:Body>';

/**
 * A version mismatch has this header, always in SOAP 1.1 (contract 2.4). It is inserted here, because node-soap can't
 * write headers of faults.
 */
const UPGRADE =
  `<soap:Header><soap12:Upgrade xmlns:soap12="${ENVELOPE_NAMESPACE['1.2']}">` +
  `<soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${ENVELOPE_NAMESPACE['1.1']}" />` +
  `<soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="${ENVELOPE_NAMESPACE['1.2']}" />` +
  '</soap12:Upgrade></soap:Header>';
