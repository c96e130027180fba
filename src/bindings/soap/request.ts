/** A SOAP request to a typed call, in ASMX's order of checks (contract 2.1). */
import { ServiceBusyError } from '../../contract/errors';
import { bareChain, RequestFault } from '../../contract/fault';
import {
  bodyMissing,
  envelopeMissing,
  extensionsFailed,
  headerNotUnderstood,
  requestTooLong,
  unableToReadRequest,
} from '../../contract/messages';
import type { Call, Operation } from '../../contract/operations';
import {
  ENVELOPE_NAMESPACE,
  MEDIA_TYPE,
  SOAP_VERSIONS,
  type SoapVersion,
  versionOfNamespace,
} from '../../contract/soap-version';
import type { Body } from '../body';
import type { Caller } from '../caller';
import { type MediaType, readMediaType } from '../media-type';
import type { ReadingRules } from '../options';
import { decodeRequest } from './decode';
import { withLineFeeds } from './line-ends';
import { type ReadCall, type ReadValue, readParameters } from './parameters';
import { Refusal, versionMismatchRefusal } from './refusal';
import { routeByContent, routeBySoapAction } from './routing';
import { XmlDocument, type XmlElement, type XmlLimits } from './xml/document';
import { XmlError } from './xml/errors';
import { XmlReader } from './xml/reader';

export interface SoapRequest {
  readonly contentType: string | undefined;
  /** The SOAPAction header as received; `undefined` when there is none. */
  readonly soapAction: string | undefined;
  readonly body: Body;
  /** Who asked; left out where nobody can go away. */
  readonly caller?: Caller;
}

export interface SoapRules extends ReadingRules, XmlLimits {
  /** What stands before an operation's name in its SOAPAction (contract 0.2). */
  readonly actionBase: string;
}

export interface SoapCall {
  readonly version: SoapVersion;
  readonly call: Call;
}

/** What a reading of a request tells beside its call. */
export interface SoapReading extends SoapCall {
  /** The parameters' values, in the order of the document. */
  readonly read: readonly ReadValue[];
  /** The request's text. */
  readonly text: string;
}

/** The document in a request's body, not parsed yet; `undefined` where there is none: it was too long. */
export function openDocument({ body, contentType }: SoapRequest, limits: XmlLimits): XmlDocument | undefined {
  return Buffer.isBuffer(body)
    ? new XmlDocument(withLineFeeds(decodeRequest(body, readMediaType(contentType))), limits)
    : undefined;
}

/**
 * @param document what `openDocument` made of the request, where it was parsed ahead
 */
export function readSoapRequest(
  request: SoapRequest,
  rules: SoapRules,
  document = openDocument(request, rules),
): SoapReading | Refusal {
  const mediaType = readMediaType(request.contentType);
  const guess: SoapVersion =
    request.soapAction === undefined || mediaType.base === MEDIA_TYPE['1.2'] ? '1.2' : '1.1';
  if (request.body instanceof ServiceBusyError) {
    const chain = bareChain(request.body);
    return new Refusal(guess, new RequestFault('Server', chain, { reason: 'busy' }));
  }
  // ASMX reads a request twice where it looks ahead: each reader begins at the start.
  const open = () => document && new XmlReader(document);
  try {
    const operation =
      guess === '1.1'
        ? routeBySoapAction(request.soapAction ?? '', rules.actionBase)
        : routeByContent(mediaType.action, rules.actionBase, rules.namespace, open);
    const reader = open();
    if (reader === undefined)
      throw new RequestFault('Server', [extensionsFailed, requestTooLong], { reason: 'body-length' });
    return readEnvelope(reader, operation, mediaType, guess, rules);
  } catch (error) {
    if (error instanceof Refusal) return error;
    if (error instanceof RequestFault) return new Refusal(guess, error);
    throw error;
  }
}

function readEnvelope(
  reader: XmlReader,
  operation: Operation,
  mediaType: MediaType,
  guess: SoapVersion,
  rules: SoapRules,
): SoapReading {
  if (mediaType.base !== MEDIA_TYPE['1.1'] && mediaType.base !== MEDIA_TYPE['1.2'])
    throw new Refusal(guess, 415);
  let version = guess;
  try {
    reader.read();
    const root = reader.moveToContent();
    const namespace = root.kind === 'start' ? root.namespace : '';
    const found = versionOfNamespace(namespace);
    if (found === undefined) throw versionMismatchRefusal(namespace);
    version = found;
    if (version === '1.1' && mediaType.base !== MEDIA_TYPE['1.1']) throw new Refusal(version, 415);
    return { version, text: reader.text, ...readContent(reader, namespace, operation, rules) };
  } catch (error) {
    if (error instanceof XmlError) throw new Refusal(version, 400);
    throw error instanceof RequestFault ? new Refusal(version, error) : error;
  }
}

/** From the Envelope's start tag to one node past its end (contract 2.1, 6 to 9). */
function readContent(reader: XmlReader, namespace: string, operation: Operation, rules: SoapRules): ReadCall {
  if (!reader.isStart('Envelope', namespace))
    throw new RequestFault('Client', [unableToReadRequest, envelopeMissing], { reason: 'envelope' });
  reader.read();
  const notUnderstood = readHeader(reader, namespace);
  if (!reader.isStart('Body', namespace))
    throw new RequestFault('Client', [unableToReadRequest, bodyMissing], { reason: 'envelope' });
  const call = readParameters(reader, operation, rules);
  while (reader.node.kind !== 'end') reader.skip();
  reader.read();
  if (notUnderstood !== undefined) {
    throw new RequestFault('MustUnderstand', [headerNotUnderstood(notUnderstood)], {
      reason: 'header',
      detail: false,
    });
  }
  return call;
}

/** The name of the first entry that must be understood, whoever it is for; none ever is (contract 2.5). */
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
      reader.skip();
    }
  }
  reader.read();
  return notUnderstood;
}

/**
 * The value that counts, SOAP 1.1's attribute before 1.2's. An entry that is itself in such a namespace, as the
 * default one, is asked for the attribute without a prefix instead (contract 2.5).
 */
function mustUnderstand({ prefix, namespace, attributes }: XmlElement): string | undefined {
  for (const version of SOAP_VERSIONS) {
    const uri = ENVELOPE_NAMESPACE[version];
    const wanted = prefix === '' && namespace === uri ? '' : uri;
    const found = attributes.find((one) => one.local === 'mustUnderstand' && one.namespace === wanted);
    if (found !== undefined) return found.value;
  }
  return undefined;
}
