/**
 * Turns an Envelope's content into a typed call. It reads Header and then the arguments in Body, and checks them in the
 * order of XmlSerializer's generated reader (contract 2.1, 2.5, 2.6).
 */
import { clientFault, RequestRejected } from '../../contract/fault';
import {
  bodyMissing,
  envelopeMissing,
  errorInXmlDocument,
  headerNotUnderstood,
  unableToReadRequest,
} from '../../contract/messages';
import {
  type Call,
  type Operation,
  type Parameter,
  toCall,
  type XsdType,
  type XsdValue,
} from '../../contract/operations';
import { ENVELOPE_NAMESPACE, SOAP_VERSIONS } from '../../contract/soap-version';
import { readXmlScalar } from '../scalars';
import { StrictCheck } from './strict';
import { XmlError } from './xml/messages';
import type { XmlReader } from './xml/reader';
import type { StartTag } from './xml/start-tags';

/** Maps types to the value of a missing parameter. Some generated clients omit zero and false. */
const DEFAULTS: Readonly<Record<XsdType, XsdValue>> = { long: 0n, int: 0, boolean: false };

export interface ReadingRules {
  /** This is the service's namespace, byte for byte as configured. */
  readonly namespace: string;
  /** A SOAPAction consists of this text and the operation's name (contract 0.2). */
  readonly actionBase: string;
  /** If this is true, content that the WSDL does not allow is rejected, even if ASMX would ignore it. */
  readonly strict: boolean;
}

/**
 * Contains the value of a parameter. A request template also needs the text of the value and the offset of this text.
 */
export interface ParsedValue extends Parameter {
  readonly value: XsdValue;
  readonly text: string;
  /**
   * This is the offset of the last node of the text, or -1 if there is no text or if the last node is CDATA. A text of
   * several nodes fits no template.
   */
  readonly offset: number;
}

export interface ParsedCall {
  readonly call: Call;
  /** These are all values that were read, in the order of the document. */
  readonly read: readonly ParsedValue[];
}

/**
 * Returns the call in an Envelope. Reads from the start tag of Envelope to the node after its end tag (contract 2.1,
 * steps 6 to 9).
 */
export function readContent(
  reader: XmlReader,
  namespace: string,
  operation: Operation,
  rules: ReadingRules,
): ParsedCall {
  if (!reader.isStart('Envelope', namespace))
    throw new RequestRejected('envelope', clientFault(unableToReadRequest, envelopeMissing));
  const missing = () => new RequestRejected('envelope', clientFault(unableToReadRequest, bodyMissing));
  // What follows an empty Envelope is never read, so it need not be well-formed.
  if (reader.isEmptyElement) throw missing();
  reader.read();
  const notUnderstood = readHeader(reader, namespace);
  if (!reader.isStart('Body', namespace)) throw missing();
  const call = readParameters(reader, operation, rules);
  while (reader.node.kind !== 'end') reader.skip();
  reader.read();
  if (notUnderstood !== undefined)
    throw new RequestRejected('header', {
      code: 'MustUnderstand',
      chain: [headerNotUnderstood(notUnderstood)],
      detail: false,
    });
  return call;
}

/**
 * Returns the name of the first header entry whose mustUnderstand is true, for any actor, or `undefined` if there is
 * none. The service understands no entry (contract 2.5).
 */
function readHeader(reader: XmlReader, namespace: string): string | undefined {
  if (!reader.isStart('Header', namespace)) return undefined;
  let notUnderstood: string | undefined;
  if (!reader.isEmptyElement) {
    reader.read();
    for (let node = reader.moveToContent(); node.kind !== 'end'; node = reader.moveToContent()) {
      if (node.kind === 'start') {
        const must = ['1', 'true'].includes(mustUnderstand(node) ?? '');
        if (must) notUnderstood ??= node.local;
      }
      // ASMX reads an entry into an XmlDocument, which fails at a reference to an entity, because none is declared.
      if (reader.skip()) throw entityNotDeclared(reader);
    }
  }
  reader.read();
  return notUnderstood;
}

/**
 * Returns the value of a header entry's mustUnderstand: the attribute of SOAP 1.1, or else the attribute of SOAP 1.2.
 * If the entry itself is in the namespace of this version and has no prefix, its attribute must have no prefix either
 * (contract 2.5).
 */
function mustUnderstand({ prefix, namespace, attributes }: StartTag): string | undefined {
  for (const version of SOAP_VERSIONS) {
    const uri = ENVELOPE_NAMESPACE[version];
    const wanted = prefix === '' && namespace === uri ? '' : uri;
    const found = attributes.find((one) => one.local === 'mustUnderstand' && one.namespace === wanted);
    if (found !== undefined) return found.value;
  }
  return undefined;
}

/**
 * Returns the call in Body. The reader must be on the start tag of Body. When the function returns, the reader is after
 * the end tag of Body, or at the end tag of Envelope if Body was empty.
 * @throws RequestRejected if a value does not fit its type, or in strict mode if content is not allowed by the WSDL
 * @throws XmlError if the request is not well-formed
 */
function readParameters(
  reader: XmlReader,
  operation: Operation,
  { namespace, strict }: ReadingRules,
): ParsedCall {
  const read: ParsedValue[] = [];
  const check = strict ? new StrictCheck(operation, namespace) : undefined;
  const { isEmptyElement } = reader;
  // ASMX reads what follows an empty Body as if it were the content of Body (contract 2.3).
  if (isEmptyElement) check?.end();
  reader.read();
  for (let node = reader.moveToContent(); node.kind !== 'end'; node = reader.moveToContent()) {
    if (node.kind === 'start' && node.local === operation.name && node.namespace === namespace) {
      check?.wrapper();
      read.push(...readWrapper(reader, operation, namespace, check));
    } else {
      check?.unknownInBody(node);
      skipUnknown(reader);
    }
  }
  check?.end();
  if (!isEmptyElement) reader.read();
  const values: Record<string, XsdValue> = {};
  for (const { name, type } of operation.parameters) values[name] = DEFAULTS[type];
  for (const { name, value } of read) values[name] = value;
  return { call: toCall(operation.name, values), read };
}

/** Reads the operation's element, and returns its parameters in the order of the document. */
function readWrapper(
  reader: XmlReader,
  operation: Operation,
  namespace: string,
  check: StrictCheck | undefined,
): readonly ParsedValue[] {
  const read: ParsedValue[] = [];
  if (reader.isEmptyElement) {
    reader.read();
    return read;
  }
  const unread = [...operation.parameters];
  reader.read();
  for (let node = reader.moveToContent(); node.kind !== 'end'; node = reader.moveToContent()) {
    const index =
      node.kind === 'start' && node.namespace === namespace
        ? unread.findIndex(({ name }) => name === node.local)
        : -1;
    const [ours] = index < 0 ? [] : unread.splice(index, 1);
    if (ours === undefined) {
      check?.unknownInWrapper(node);
      skipUnknown(reader);
    } else {
      check?.parameter(ours.name);
      const content = readElementString(reader);
      read.push({ ...ours, ...content, value: readValue(reader, ours, content.text) });
    }
  }
  reader.read();
  return read;
}

/**
 * Skips a node that has no meaning here.
 * @throws XmlError for an entity, which XmlSerializer would resolve (contract 2.3)
 */
function skipUnknown(reader: XmlReader): void {
  if (reader.node.kind === 'entity') throw entityNotDeclared(reader);
  reader.skip();
}

function entityNotDeclared(reader: XmlReader): XmlError {
  return new XmlError('An entity is not declared.', reader.place());
}

/**
 * Converts the text of a parameter to its value.
 * @param reader must be at the node after the value, because an error reports the place of this node
 */
function readValue(reader: XmlReader, parameter: Parameter, text: string): XsdValue {
  const value = readXmlScalar(parameter.type, text);
  if (typeof value !== 'object') return value;
  const { line, column } = reader.place();
  const fault = clientFault(unableToReadRequest, errorInXmlDocument(line, column), value);
  throw new RequestRejected('parameter', fault);
}

/**
 * Returns the text up to the element's own end tag, and the offset of its last node. Anything else inside the element
 * counts as malformed (contract 2.6.2).
 */
function readElementString(reader: XmlReader): { readonly text: string; readonly offset: number } {
  let text = '';
  let offset = -1;
  if (!reader.isEmptyElement) {
    let node = reader.read();
    for (; node.kind === 'text' || node.kind === 'space' || node.kind === 'cdata'; node = reader.read()) {
      text += node.value;
      offset = node.kind === 'cdata' ? -1 : node.offset;
    }
    if (node.kind !== 'end')
      throw new XmlError('An element of a simple type contains more than text.', reader.place());
  }
  reader.read();
  return { text, offset };
}
