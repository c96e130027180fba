/**
 * node-soap as the engine of every SOAP call: dispatch by the WSDL, the method call, envelopes and faults are its
 * own; its reader and its writer are replaced, because given bytes from outside it can be made to hang, to lose
 * digits, to write unescaped text and to die. It is handed calls that are read already and never sees a request.
 */
import { type IServices, Server, WSDL } from 'soap';
import { SOAP_BINDINGS } from '../../contract/bindings';
import { escapeXmlAttribute, escapeXmlText } from '../../contract/escape';
import { chainText, type ErrorDetail, type Fault, faultOf } from '../../contract/fault';
import { type Call, OPERATIONS } from '../../contract/operations';
import type { SoapVersion } from '../../contract/soap-version';
import type { Caller } from '../caller';
import type { XmlAround } from '../xml-around';

/** Stands for the result in an envelope; nothing else that node-soap writes into one holds a control character. */
const PLACEHOLDER = '\u0001';

const XMLNS_IN_ENVELOPE =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

const SENDER_RECEIVER = {
  Client: 'Sender',
  Server: 'Receiver',
  MustUnderstand: 'MustUnderstand',
  VersionMismatch: 'VersionMismatch',
} as const;

/** One call on its way through node-soap, which is handed this in place of the XML that it would parse. */
interface Exchange {
  readonly call: Call;
  /** Who asked; `undefined` where nobody can go away. */
  readonly caller: Caller | undefined;
  /** What the service answered; `undefined` until then, and where it threw. */
  result?: string | null;
}

/** A fault, thrown by a method as node-soap's users throw theirs. */
interface FaultToThrow {
  readonly Fault: object;
}

/** node-soap's description of the service, with the reader replaced and the writer asked once for each shape. */
class EventsWsdl extends WSDL {
  readonly #shapes = new Map<string, string>();

  /** Called with what `processRequest` was given. */
  override xmlToObject(input: Exchange | FaultToThrow): unknown {
    // A fault may come before an operation is known; node-soap needs a method to throw it, and any will do.
    const operation = 'Fault' in input ? OPERATIONS[0].name : input.call.operation;
    const body: Record<string, unknown> = {};
    body[operation] = input;
    return { Body: body };
  }

  /** A response with its namespace, which has few shapes, or a fault, which has none. */
  override objectToDocumentXML(name: string, value: object, prefix: string, namespace?: string): string {
    if (namespace === undefined) return String(super.objectToDocumentXML(name, value, prefix));
    const shape = JSON.stringify([name, value]);
    let xml = this.#shapes.get(shape);
    if (xml === undefined) {
      // node-soap writes the namespace as it is, whatever it holds.
      const declared = (uri: string) => `xmlns="${uri}"`;
      const written = String(super.objectToDocumentXML(name, value, prefix, namespace));
      xml = written.replace(declared(namespace), () => declared(escapeXmlAttribute(namespace)));
      this.#shapes.set(shape, xml);
    }
    return xml;
  }
}

/** What became of a call: the envelope of its response, or of the fault that the service threw. */
export interface SoapAnswer {
  readonly isFault: boolean;
  readonly envelope: XmlAround;
}

/** node-soap's own envelopes of responses, by version, operation and kind of result. */
type Frames = Map<string, { readonly head: string; readonly tail: string }>;

export interface SoapEngine {
  /** Has the call carried out and writes the envelope of what comes of it. */
  call(version: SoapVersion, call: Call, caller?: Caller): Promise<SoapAnswer>;
  /** As `call`, for a request whose like node-soap has carried out: in the envelope that it wrote then. */
  callAgain(version: SoapVersion, call: Call, caller?: Caller): Promise<SoapAnswer>;
  /** The envelope of a fault that no call came to. */
  fault(version: SoapVersion, fault: Fault): Promise<string>;
}

export interface SoapEngineOptions {
  /** The document that holds this service's namespace. */
  readonly wsdl: string;
  readonly errorDetail: ErrorDetail;
  /** Carries a call out; what it throws becomes the fault. */
  readonly perform: (version: SoapVersion, call: Call, caller: Caller | undefined) => Promise<string | null>;
}

export function createSoapEngine(options: SoapEngineOptions): SoapEngine {
  const servers: Partial<Record<SoapVersion, Promise<Server>>> = {};
  const run = async (version: SoapVersion, input: Exchange | FaultToThrow): Promise<string> => {
    // Reading the WSDL takes milliseconds, which who calls in the other version, or without SOAP, is spared.
    servers[version] ??= createServer(options, version);
    const server = await servers[version];
    // processRequest hands its first argument on to xmlToObject as it is; its declared type is what that parses.
    const { body } = await server.processRequest(input as unknown as string);
    return String(body);
  };
  const frames: Frames = new Map();
  const answer = async (version: SoapVersion, exchange: Exchange): Promise<SoapAnswer> => {
    const [head = '', tail = ''] = (await run(version, exchange)).split(PLACEHOLDER);
    const { call, result } = exchange;
    if (result !== undefined) frames.set(frameKey(version, call, result), { head, tail });
    return { isFault: result === undefined, envelope: { head, text: result ?? '', tail } };
  };
  const fault = (version: SoapVersion, what: Fault) =>
    run(version, faultToThrow(version, what, options.errorDetail));
  return {
    call: (version, call, caller) => answer(version, { call, caller }),
    async callAgain(version, call, caller) {
      let result: string | null;
      try {
        result = await options.perform(version, call, caller);
      } catch (error) {
        const envelope = { head: await fault(version, faultOf(error)), text: '', tail: '' };
        return { isFault: true, envelope };
      }
      const frame = frames.get(frameKey(version, call, result));
      if (frame === undefined) return answer(version, { call, caller, result });
      return { isFault: false, envelope: { head: frame.head, text: result ?? '', tail: frame.tail } };
    },
    fault,
  };
}

function frameKey(version: SoapVersion, { operation }: Call, result: string | null): string {
  const kind = result === null ? 'null' : result === '' ? 'empty' : 'text';
  return `${version} ${operation} ${kind}`;
}

function createServer(engine: SoapEngineOptions, version: SoapVersion): Promise<Server> {
  const options = { forceSoap12Headers: version === '1.2', useEmptyTag: true, escapeXML: false };
  const definition = new EventsWsdl(engine.wsdl, '', options);
  return new Promise((resolve, reject) => {
    const callback = (error: unknown, server: Server) => {
      if (error) {
        reject(error);
        return;
      }
      definition.xmlnsInEnvelope = XMLNS_IN_ENVELOPE;
      resolve(server);
    };
    const ports = SOAP_BINDINGS.map(({ port }) => [port, methods(engine, version)]);
    const services: IServices = { Events: Object.fromEntries(ports) };
    new Server(null, '/', services, definition, { path: '/', services, callback });
  });
}

/**
 * The port's methods as node-soap calls them: they answer the shape of the response, the exchange keeps the result,
 * and what goes wrong is thrown as node-soap's users throw it.
 */
function methods(
  { perform, errorDetail }: SoapEngineOptions,
  version: SoapVersion,
): IServices[string][string] {
  const method = async (exchange: Exchange | FaultToThrow): Promise<object> => {
    if ('Fault' in exchange) throw exchange;
    const { call, caller } = exchange;
    try {
      if (exchange.result === undefined) exchange.result = await perform(version, call, caller);
    } catch (error) {
      throw faultToThrow(version, faultOf(error), errorDetail);
    }
    // Contract 4.1: null leaves the element out, an empty string is an empty element.
    if (exchange.result === null) return {};
    return { [`${call.operation}Result`]: exchange.result === '' ? '' : PLACEHOLDER };
  };
  return Object.fromEntries(OPERATIONS.map(({ name }) => [name, method]));
}

/** A fresh object for each fault: node-soap takes the status out of the one that it is given. */
function faultToThrow(version: SoapVersion, fault: Fault, detail: ErrorDetail): FaultToThrow {
  const text = chainText(fault.chain, detail);
  return { Fault: version === '1.1' ? fault11(fault, text) : fault12(fault, text) };
}

/** Contract 9.1: unqualified children, `detail` unless the fault is a header's. */
function fault11({ code, actor, detail, detailXml }: Fault, text: string): object {
  return {
    faultcode: `soap:${code}`,
    faultstring: escapeXmlText(text),
    ...(actor === undefined ? {} : { faultactor: escapeXmlText(actor) }),
    ...(detail ? { detail: rawXml(detailXml) } : {}),
  };
}

/** Contract 3.3 */
function fault12({ code, actor, detail, detailXml }: Fault, text: string): object {
  return {
    Code: { Value: `soap:${SENDER_RECEIVER[code]}` },
    Reason: { Text: { attributes: { 'xml:lang': 'en' }, $xml: escapeXmlText(text) } },
    ...(actor === undefined ? {} : { Node: escapeXmlText(actor) }),
    ...(detail ? { Detail: rawXml(detailXml) } : {}),
  };
}

/** An element's content as node-soap takes XML that is to stand as it is. */
function rawXml(xml = ''): object | string {
  return xml === '' ? '' : { $xml: xml };
}
