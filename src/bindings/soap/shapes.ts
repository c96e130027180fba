/**
 * The shapes of clients' requests. A client writes the same bytes again and again around other values: once one such
 * request has been parsed, others that differ only in plain values need no parsing. Anything else is parsed in full.
 */
import {
  type Arguments,
  OPERATIONS,
  type Operation,
  type Parameter,
  toCall,
} from '../../contract/operations';
import type { SoapVersion } from '../../contract/soap-version';
import { BoundedMap, bytesOfText } from '../../memory/bounded-map';
import { plainValue } from '../plain-values';
import { withoutEncodingName } from './decode';
import type { ReadValue } from './parameters';
import type { SoapCall, SoapReading, SoapRequest } from './request';

/** Longer requests are no client's usual ones. */
const LONGEST = 8_192;

/** Shapes under the same headers: more clients than write differently, and few enough to be tried one by one. */
const MOST = 8;

/** What a shape costs beside its bytes. */
const SHAPE_BYTES = 512;

/** What a request means by the bytes around its values. */
interface Shape {
  readonly version: SoapVersion;
  readonly operation: Operation;
  /** What stands before the first value; one character a byte. */
  readonly head: string;
  /** The values in the order of the document, with what stands behind each. */
  readonly values: readonly (Parameter & { readonly after: string })[];
  /** Those of parameters that the request leaves out. */
  readonly defaults: Arguments;
  /** What it takes in memory. */
  readonly size: number;
}

/** The shapes of requests that were read, of one service. */
export class Shapes {
  /**
   * By the headers that count; the shape that was used last is the first. So a client's own is found at once, and
   * whoever writes ever new ones only takes the last place.
   */
  readonly #shapes: BoundedMap<string, Shape[]>;

  /** @param maxBytes 0 remembers nothing */
  constructor(maxBytes: number) {
    this.#shapes = new BoundedMap(maxBytes);
  }

  get bytes(): number {
    return this.#shapes.bytes;
  }

  /** The call of a request in a known shape; `undefined` where it has to be read. */
  find(request: SoapRequest): SoapCall | undefined {
    const known = this.#shapes.get(headersOf(request));
    const bytes = known && bytesOf(request);
    return bytes === undefined ? undefined : findAmong(known ?? [], bytes);
  }

  /** Remembers the shape of a request that was read and answered, if its values stand in it as they were read. */
  learn(request: SoapRequest, { version, call, read, text }: SoapReading): void {
    const operation = OPERATIONS.find(({ name }) => name === call.operation);
    const bytes = bytesOf(request);
    if (operation === undefined || bytes === undefined) return;
    // Only where a byte is a character are the offsets of both the same, and other digits digits too.
    if (text !== bytes && text !== withoutEncodingName(bytes)) return;
    if (!read.every((value) => bytes.startsWith(value.text, value.offset))) return;
    const headers = headersOf(request);
    const known = this.#shapes.get(headers) ?? [];
    // Another request of this shape was read meanwhile.
    if (findAmong(known, bytes) !== undefined) return;
    const shape = { version, operation, ...around(read, bytes), defaults: call.args };
    const all = [...known.slice(0, MOST - 1), { ...shape, size: SHAPE_BYTES + bytes.length }];
    while (all.length > 1 && sizeOf(headers, all) > this.#shapes.largest) all.splice(-2, 1);
    this.#shapes.set(headers, all, sizeOf(headers, all));
  }
}

/** No header holds a line end. */
function headersOf({ contentType, soapAction }: SoapRequest): string {
  return `${contentType ?? ''}\n${soapAction ?? ''}\n${soapAction === undefined}`;
}

function around(values: readonly ReadValue[], bytes: string): Pick<Shape, 'head' | 'values'> {
  return {
    head: bytes.slice(0, values[0]?.offset),
    values: values.map(({ name, type, text, offset }, index) => ({
      name,
      type,
      after: bytes.slice(offset + text.length, values[index + 1]?.offset),
    })),
  };
}

/** One character a byte; `undefined` where no client's usual request is. */
function bytesOf({ body }: SoapRequest): string | undefined {
  return Buffer.isBuffer(body) && body.length <= LONGEST ? body.toString('latin1') : undefined;
}

/** The shape that was found becomes the first of those that are known. */
function findAmong(known: Shape[], bytes: string): SoapCall | undefined {
  for (const [index, shape] of known.entries()) {
    const args = readInShape(shape, bytes);
    if (args === undefined) continue;
    if (index > 0) known.unshift(...known.splice(index, 1));
    return { version: shape.version, call: toCall(shape.operation, args) };
  }
  return undefined;
}

/** The arguments in `bytes`; `undefined` if they are not of this shape, or a value is not plain. */
function readInShape({ head, values, defaults }: Shape, bytes: string): Arguments | undefined {
  let at = head.length;
  if (bytes.slice(0, at) !== head) return undefined;
  const args: Record<string, Arguments[string]> = { ...defaults };
  for (const { name, type, after } of values) {
    const end = bytes.indexOf('<', at);
    const value = plainValue(type, bytes.slice(at, end));
    at = end + after.length;
    if (value === undefined || bytes.slice(end, at) !== after) return undefined;
    args[name] = value;
  }
  return at === bytes.length ? args : undefined;
}

function sizeOf(headers: string, shapes: readonly Shape[]): number {
  return shapes.reduce((sum, { size }) => sum + size, bytesOfText(headers));
}
