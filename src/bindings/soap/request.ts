/** Turns a SOAP request into a typed call, in ASMX's order of checks (contract 2.1, 2.2, 3.2, 3.4). */
import { ServiceBusyError } from '../../contract/errors';
import { clientFault, faultOf, RequestRejected, serverFault } from '../../contract/fault';
import {
  actionMissing,
  actionNotRecognized,
  bodyMissing,
  envelopeMissing,
  extensionsFailed,
  lengthBelowZero,
  nullReference,
  requestTooLong,
  soapActionNotRecognized,
  versionMismatch,
  xmlException,
} from '../../contract/messages';
import { type Call, OPERATIONS, type Operation } from '../../contract/operations';
import { ENVELOPE_NAMESPACE, MEDIA_TYPE, SOAP_VERSIONS, type SoapVersion } from '../../contract/soap-version';
import { urlDecode } from '../../contract/value-collection';
import type { Body } from '../body';
import { type DecodedText, decodeMessage, type MediaType, readMediaType } from '../content-type';
import { type ParsedValue, type ReadingRules, readContent } from './content';
import { XmlError } from './xml/messages';
import { type XmlNode, XmlReader } from './xml/reader';

export interface SoapRequest {
  readonly contentType: string | undefined;
  /** This is the raw SOAPAction header, or `undefined` if there is none. */
  readonly soapAction: string | undefined;
  readonly body: Body;
}

export interface SoapCall {
  readonly version: SoapVersion;
  readonly call: Call;
}

/** Contains the call in a request, and what is needed to make a template of the request. */
export interface ParsedSoapRequest extends SoapCall {
  /** The values of the parameters are in the order of the document. */
  readonly read: readonly ParsedValue[];
  readonly text: string;
}

export class SoapRequestReader {
  readonly #request: SoapRequest;
  readonly #rules: ReadingRules;
  readonly #mediaType: MediaType;
  /**
   * A rejection is answered in this SOAP version. At first the headers decide it, and then the namespace of Envelope.
   */
  #version: SoapVersion;

  constructor(request: SoapRequest, rules: ReadingRules) {
    this.#request = request;
    this.#rules = rules;
    this.#mediaType = readMediaType(request.contentType);
    const is12 = request.soapAction === undefined || this.#mediaType.base === MEDIA_TYPE['1.2'];
    this.#version = is12 ? '1.2' : '1.1';
  }

  get version(): SoapVersion {
    return this.#version;
  }

  /** Reads the call. @throws RequestRejected, which must be answered in `version` */
  read(): ParsedSoapRequest {
    const { body, soapAction = '' } = this.#request;
    if (body === 'busy') throw new RequestRejected('busy', faultOf(new ServiceBusyError()));
    const source = body === 'too-long' ? undefined : decodeMessage(body, this.#mediaType);
    const operation =
      this.#version === '1.1'
        ? routeBySoapAction(soapAction, this.#rules.actionBase)
        : this.#routeByContent(source);
    if (source === undefined)
      throw new RequestRejected('body-length', {
        ...clientFault(extensionsFailed, requestTooLong),
        code: 'Server',
      });
    return this.#readEnvelope(source, operation);
  }

  /**
   * Returns the operation by the action parameter of Content-Type, else by the first child of Body (contract 3.2).
   * Errors found here are server faults, because ASMX does not know the operation yet (contract 3.4).
   */
  #routeByContent(source: DecodedText | undefined): Operation {
    const { namespace, actionBase } = this.#rules;
    const parameter = this.#mediaType.action;
    const action = parameter === undefined ? undefined : urlDecode(parameter);
    const byAction = action === undefined ? undefined : operationOfAction(action, actionBase);
    if (byAction !== undefined) return byAction;

    if (source === undefined) throw new RequestRejected('body-length', serverFault(nullReference));
    // The look-ahead has a reader of its own, because the request is read again from its start afterwards, as in ASMX.
    const reader = new XmlReader(source);
    let envelope: string | undefined;
    try {
      envelope = readRootNamespace(reader);
      const child = firstBodyChild(reader, envelope);
      const isOurs = child.kind === 'start' && child.namespace === namespace;
      const found = isOurs ? OPERATIONS.find(({ name }) => name === child.local) : undefined;
      if (found !== undefined) return found;
      const unknown = action === undefined ? actionMissing : actionNotRecognized(action);
      throw new RequestRejected('action', clientFault(unknown));
    } catch (error) {
      if (envelope !== undefined) this.#takeVersion(envelope);
      if (!(error instanceof XmlError)) throw error;
      const inner = error.inner === undefined ? [] : [error.inner];
      throw new RequestRejected('xml', serverFault(xmlException(error.message), ...inner));
    }
  }

  /** Sets the version by the namespace of Envelope. A mismatch precedes all other errors (contract 2.4). */
  #takeVersion(namespace: string): void {
    const version = SOAP_VERSIONS.find((one) => ENVELOPE_NAMESPACE[one] === namespace);
    if (version === undefined)
      throw new RequestRejected('version', {
        ...clientFault(versionMismatch(namespace)),
        code: 'VersionMismatch',
      });
    this.#version = version;
  }

  #readEnvelope(source: DecodedText, operation: Operation): ParsedSoapRequest {
    const { base } = this.#mediaType;
    if (base !== MEDIA_TYPE['1.1'] && base !== MEDIA_TYPE['1.2']) throw notSoap();
    const reader = new XmlReader(source);
    try {
      const namespace = readRootNamespace(reader);
      this.#takeVersion(namespace);
      if (this.#version === '1.1' && base !== MEDIA_TYPE['1.1']) throw notSoap();
      const read = readContent(reader, namespace, operation, this.#rules);
      return { version: this.#version, text: source.text, ...read };
    } catch (error) {
      // The answer with status 400 has no body (contract 2.3).
      if (error instanceof XmlError)
        throw new RequestRejected('xml', clientFault(xmlException(error.message)), 400);
      throw error;
    }
  }
}

/** Returns the rejection with status 415, whose answer has no body (contract 1.6). */
function notSoap(): RequestRejected {
  const fault = clientFault({
    type: '',
    message: 'The media type is not one of SOAP, or it is that of the other version.',
  });
  return new RequestRejected('content-type', fault, 415);
}

/**
 * Returns the operation that the SOAPAction header names (contract 2.2). The value of the header is compared after its
 * quotation marks are removed and its URL encoding is decoded. Its letter case matters.
 * @throws RequestRejected if no operation has this action
 */
function routeBySoapAction(header: string, actionBase: string): Operation {
  if (header === '"') throw new RequestRejected('action', serverFault(lengthBelowZero));
  const quoted = header.startsWith('"') && header.endsWith('"');
  const action = urlDecode(quoted ? header.slice(1, -1) : header);
  const operation = operationOfAction(action, actionBase);
  if (operation === undefined)
    throw new RequestRejected('action', clientFault(soapActionNotRecognized(action)));
  return operation;
}

/** Reads up to the root element, and returns its namespace. @throws XmlError if there is no element */
function readRootNamespace(reader: XmlReader): string {
  reader.read();
  const root = reader.moveToContent();
  return root.kind === 'start' ? root.namespace : '';
}

/** Returns the first node in Body, or the node after Body if Body is empty. The reader must be on the root element. */
function firstBodyChild(reader: XmlReader, namespace: string): XmlNode {
  if (!reader.isStart('Envelope', namespace))
    throw new RequestRejected('envelope', serverFault(envelopeMissing));
  const missing = () => new RequestRejected('envelope', serverFault(bodyMissing));
  if (reader.isEmptyElement) throw missing();
  reader.read();
  while (!reader.isStart('Body', namespace)) {
    if (reader.node.kind === 'eof') throw missing();
    reader.skip();
  }
  if (reader.isEmptyElement) return { kind: 'end', offset: reader.node.offset };
  reader.read();
  return reader.moveToContent();
}

function operationOfAction(action: string, actionBase: string): Operation | undefined {
  return OPERATIONS.find(({ name }) => action === actionBase + name);
}
