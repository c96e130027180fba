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
import { XmlError } from './xml/errors';
import type { XmlReader } from './xml/reader';

/** What a parameter that the client leaves out is: some generated clients leave out zero and false. */
const DEFAULTS: Readonly<Record<XsdType, XsdValue>> = { long: 0n, int: 0, boolean: false };

/** A parameter's value where it is one piece of text. */
export interface ReadValue extends Parameter {
  readonly text: string;
  /** Where it begins; -1 where it is not one text. */
  readonly offset: number;
}

export interface ReadCall {
  readonly call: Call;
  /** All that was read, in the order of the document. */
  readonly read: readonly ReadValue[];
}

/**
 * Reads Body, on whose start tag the reader stands, and leaves it behind.
 * @throws RequestFault for a value that is none of its type, or against the WSDL when strict
 * @throws XmlError where the request is not well-formed
 */
export function readParameters(reader: XmlReader, operation: Operation, rules: ReadingRules): ReadCall {
  const values: Record<string, XsdValue> = {};
  for (const { name, type } of operation.parameters) values[name] = DEFAULTS[type];
  const read: ReadValue[] = [];
  const check = rules.strict ? new StrictCheck(operation, rules.namespace) : undefined;
  if (!reader.isEmptyElement) {
    reader.read();
    for (let node = reader.moveToContent(); node.kind !== 'end'; node = reader.moveToContent()) {
      if (node.kind === 'start' && node.local === operation.name && node.namespace === rules.namespace) {
        check?.wrapper();
        readWrapper(reader, operation, { namespace: rules.namespace, values, read, check });
      } else {
        check?.unknownInBody(node);
        reader.skip();
      }
    }
  }
  check?.end();
  reader.read();
  return { call: toCall(operation, values), read };
}

interface Found {
  readonly namespace: string;
  readonly values: Record<string, XsdValue>;
  readonly read: ReadValue[];
  readonly check: StrictCheck | undefined;
}

function readWrapper(
  reader: XmlReader,
  operation: Operation,
  { namespace, values, read, check }: Found,
): void {
  if (reader.isEmptyElement) {
    reader.read();
    return;
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
      reader.skip();
    } else {
      check?.parameter(ours.name);
      const content = readElementString(reader);
      values[ours.name] = readValue(reader, ours, content.text);
      read.push({ name: ours.name, type: ours.type, text: content.text, offset: content.offset });
    }
  }
  reader.read();
}

/** @param reader stands behind the value: an error is told to be there */
function readValue(reader: XmlReader, parameter: Parameter, text: string): XsdValue {
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
function readElementString(reader: XmlReader): { readonly text: string; readonly offset: number } {
  let text = '';
  let offset = -1;
  let pieces = 0;
  if (!reader.isEmptyElement) {
    let node = reader.read();
    for (; node.kind === 'text' || node.kind === 'cdata'; node = reader.read()) {
      text += node.value;
      pieces++;
      offset = pieces === 1 && node.kind === 'text' ? node.offset : -1;
    }
    if (node.kind !== 'end')
      throw new XmlError('An element of a simple type holds more than text.', reader.place());
  }
  reader.read();
  return { text, offset };
}
