/**
 * The shapes of clients' requests. A client writes the same bytes again and again around other values: once one such
 * request has been parsed, others that differ only in plain values need no parsing. Anything else is parsed in full.
 */
import { type Arguments, OPERATIONS, type Operation, toCall, type XsdType } from '../../contract/operations';
import type { SoapVersion } from '../../contract/soap-version';
import { BoundedMap, bytesOfText } from '../../memory/bounded-map';
import { fitsInt64 } from '../scalars';
import { withoutEncodingName } from './decode';
import type { SoapCall, SoapReading, SoapRequest } from './request';

/** Longer requests are no client's usual ones. */
const LONGEST = 8_192;

/** An element's content that may be a value; it stands between two tags, or looks like it. */
const PLAIN = />(-?[0-9]{1,19}|true|false)(?=<)/g;

/** Stands in a form for a value; no request that is XML holds it. */
const VALUE = '\u0001';

/** What the bytes of a form mean. */
interface Shape {
  readonly version: SoapVersion;
  readonly operation: Operation;
  /** What the plain values are, in the order of the document. */
  readonly values: readonly { readonly name: string; readonly type: XsdType }[];
  /** Those of parameters that the form leaves out. */
  readonly defaults: Arguments;
}

/** A request cut at its plain values. */
export interface Pieces {
  /** The headers that count, and the bytes with a mark for each value; one character a byte. */
  readonly form: string;
  readonly body: string;
  readonly values: readonly { readonly text: string; readonly offset: number }[];
}

/** `undefined` for a request that is too long to be remembered. */
export function cut({ body, contentType, soapAction }: SoapRequest): Pieces | undefined {
  if (!Buffer.isBuffer(body) || body.length > LONGEST) return undefined;
  const text = body.toString('latin1');
  const values: { text: string; offset: number }[] = [];
  const rest = text.replace(PLAIN, (_: string, value: string, at: number) => {
    values.push({ text: value, offset: at + 1 });
    return `>${VALUE}`;
  });
  // No header holds a line end.
  return {
    form: `${contentType ?? ''}\n${soapAction ?? ''}\n${soapAction === undefined}\n${rest}`,
    body: text,
    values,
  };
}

/** The forms that were read, of one service. */
export class Shapes {
  readonly #shapes: BoundedMap<string, Shape>;

  /** @param maxBytes 0 remembers nothing */
  constructor(maxBytes: number) {
    this.#shapes = new BoundedMap(maxBytes);
  }

  get bytes(): number {
    return this.#shapes.bytes;
  }

  /** The call of a request in a known form; `undefined` where it has to be read. */
  find({ form, values }: Pieces): SoapCall | undefined {
    const shape = this.#shapes.get(form);
    if (shape === undefined || shape.values.length !== values.length) return undefined;
    const args: Record<string, Arguments[string]> = { ...shape.defaults };
    for (const [index, { name, type }] of shape.values.entries()) {
      const value = plainValue(type, values[index]?.text ?? '');
      if (value === undefined) return undefined;
      args[name] = value;
    }
    return { version: shape.version, call: toCall(shape.operation, args) };
  }

  /** Remembers the form of a request that was read and answered, where each of its plain values is a parameter's. */
  learn({ form, body, values }: Pieces, { version, call, read, text }: SoapReading): void {
    const operation = OPERATIONS.find(({ name }) => name === call.operation);
    const isWhole =
      values.length === read.length &&
      values.every(({ text: value, offset }, index) => {
        const one = read[index];
        return one !== undefined && one.offset === offset && one.text === value;
      });
    // Only where a byte is a character are the offsets of both the same, and other digits digits too.
    const isPlain = text === body || text === withoutEncodingName(body);
    if (operation === undefined || !isWhole || !isPlain) return;
    const shape = {
      version,
      operation,
      values: read.map(({ name, type }) => ({ name, type })),
      defaults: call.args,
    };
    this.#shapes.set(form, shape, bytesOfText(form));
  }
}

/** As the reader of values reads a plain one; `undefined` for what it would refuse, or read in another way. */
function plainValue(type: XsdType, text: string): Arguments[string] | undefined {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (text === 'true' || text === 'false') return undefined;
  if (type === 'int') {
    const value = Number(text);
    // Not -0, which `| 0` makes 0 of.
    return value === (value | 0) ? value | 0 : undefined;
  }
  const value = BigInt(text);
  return fitsInt64(value) ? value : undefined;
}
