/** The children of Body to typed arguments, as XmlSerializer's generated reader walks them (contract 2.6). */
import { RequestFault } from '../../contract/fault';
import { errorInXmlDocument, unableToReadRequest } from '../../contract/messages';
import {
  type Call,
  type Operation,
  type Parameter,
  toCall,
  type XsdType,
  type XsdValue,
} from '../../contract/operations';
import type { ReadingRules } from '../options';
import { ScalarError } from '../scalars';
import { readXmlScalar } from './scalars';
import { StrictCheck } from './strict';
import { XmlError } from './xml-errors';
import type { XmlReader } from './xml-reader';

/** What a parameter that the client leaves out is: some generated clients leave out zero and false. */
const DEFAULTS: Readonly<Record<XsdType, XsdValue>> = { long: 0n, int: 0, boolean: false };

/**
 * Reads Body, on whose start tag the reader stands, and leaves it behind.
 * @throws RequestFault for a value that is none of its type, or against the WSDL when strict
 * @throws XmlError where the request is not well-formed
 */
export function readParameters(reader: XmlReader, operation: Operation, rules: ReadingRules): Call {
  const values = new Map(operation.parameters.map(({ name, type }) => [name, DEFAULTS[type]]));
  const check = rules.strict ? new StrictCheck(operation, rules.namespace) : undefined;
  if (!reader.isEmptyElement) {
    reader.read();
    for (let node = reader.moveToContent(); node.kind !== 'end'; node = reader.moveToContent()) {
      if (node.kind === 'start' && node.local === operation.name && node.namespace === rules.namespace) {
        check?.wrapper();
        readWrapper(reader, operation, rules.namespace, values, check);
      } else {
        check?.unknownInBody(node);
        reader.skip();
      }
    }
  }
  check?.end();
  reader.read();
  return toCall(operation, Object.fromEntries(values));
}

function readWrapper(
  reader: XmlReader,
  operation: Operation,
  namespace: string,
  values: Map<string, XsdValue>,
  check: StrictCheck | undefined,
): void {
  if (reader.isEmptyElement) {
    reader.read();
    return;
  }
  const unread = new Map(operation.parameters.map((parameter) => [parameter.name, parameter]));
  reader.read();
  for (let node = reader.moveToContent(); node.kind !== 'end'; node = reader.moveToContent()) {
    const ours = node.kind === 'start' && node.namespace === namespace ? unread.get(node.local) : undefined;
    if (ours === undefined) {
      check?.unknownInWrapper(node);
      reader.skip();
    } else {
      check?.parameter(ours.name);
      unread.delete(ours.name);
      values.set(ours.name, readValue(reader, ours));
    }
  }
  reader.read();
}

function readValue(reader: XmlReader, parameter: Parameter): XsdValue {
  const text = readElementString(reader);
  try {
    return readXmlScalar(parameter.type, text);
  } catch (error) {
    if (!(error instanceof ScalarError)) throw error;
    const { line, column } = reader.place();
    const chain = [unableToReadRequest, errorInXmlDocument(line, column), ...error.chain];
    throw new RequestFault('Client', chain, { reason: 'parameter' });
  }
}

/** Text up to the element's own end tag; anything else inside counts as malformed (contract 2.6.2). */
function readElementString(reader: XmlReader): string {
  let text = '';
  if (!reader.isEmptyElement) {
    let node = reader.read();
    for (; node.kind === 'text' || node.kind === 'cdata'; node = reader.read()) text += node.value;
    if (node.kind !== 'end')
      throw new XmlError('An element of a simple type holds more than text.', reader.place());
  }
  reader.read();
  return text;
}
