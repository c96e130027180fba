/**
 * Request templates. A client writes the same bytes again and again around other values: once one such request has been
 * parsed, others that differ only in canonical values need no parsing. Anything else is parsed in full.
 */
import { LRUCache } from 'lru-cache';
import {
  type Arguments,
  OPERATIONS,
  type Operation,
  type Parameter,
  toCall,
} from '../../contract/operations';
import type { SoapVersion } from '../../contract/soap-version';
import { withoutEncodingName } from '../content-type';
import { readCanonicalScalar } from '../scalars';
import type { ReadValue } from './content';
import type { SoapCall, SoapReading, SoapRequest } from './request';

/** Bytes of a request; longer ones are no client's usual ones. */
const MAX_REQUEST = 8_192;

/** Templates under the same headers: more than clients write differently, and few enough to be tried one by one. */
const MAX_SIBLINGS = 8;

/** Limit of the memory of all templates, in bytes. */
const MAX_BYTES = 1_048_576;

/** Bytes of memory that a template, or an entry of the cache, takes beside its text. */
const OVERHEAD = 512;

/** The text around the values of a request, and what it means. */
interface Template {
  readonly version: SoapVersion;
  readonly operation: Operation;
  /** The text before the first value; one character a byte. */
  readonly head: string;
  /** The values in the order of the document, with what stands behind each. */
  readonly values: readonly (Parameter & { readonly after: string })[];
  /** The values of parameters that the request leaves out. */
  readonly defaults: Arguments;
  /** Its memory in bytes. */
  readonly size: number;
}

/** The templates of one service's requests. */
export class RequestTemplates {
  /**
   * By the headers that count; the template that was used last is the first. So a client's own is found at once, and
   * whoever writes ever new ones only takes the last place.
   */
  readonly #templates = new LRUCache<string, Template[]>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 8,
    sizeCalculation: (templates, headers) =>
      templates.reduce((sum, { size }) => sum + size, OVERHEAD + 2 * headers.length),
  });

  /** The memory of all templates in bytes. */
  get bytes(): number {
    return this.#templates.calculatedSize;
  }

  /** The call of a request in a known template; `undefined` where it has to be read. */
  find(request: SoapRequest): SoapCall | undefined {
    const known = this.#templates.get(headersOf(request));
    const bytes = known && bytesOf(request);
    return bytes === undefined ? undefined : findAmong(known ?? [], bytes);
  }

  /** Makes a template of a request that was read and answered, if its values stand in it as they were read. */
  learn(request: SoapRequest, { version, call, read, text }: SoapReading): void {
    const operation = OPERATIONS.find(({ name }) => name === call.operation);
    const bytes = bytesOf(request);
    if (operation === undefined || bytes === undefined) return;
    // Only where a byte is a character are the offsets of both the same, and other digits digits too.
    if (text !== bytes && text !== withoutEncodingName(bytes)) return;
    if (!read.every((value) => bytes.startsWith(value.text, value.offset))) return;
    const headers = headersOf(request);
    const known = this.#templates.get(headers) ?? [];
    // Another request in this template was read meanwhile.
    if (findAmong(known, bytes) !== undefined) return;
    const size = OVERHEAD + bytes.length;
    const template = { version, operation, ...around(read, bytes), defaults: call.args, size };
    this.#templates.set(headers, [...known.slice(0, MAX_SIBLINGS - 1), template]);
  }
}

/** No header holds a line end. */
function headersOf({ contentType, soapAction }: SoapRequest): string {
  return `${contentType ?? ''}\n${soapAction ?? ''}\n${soapAction === undefined}`;
}

function around(values: readonly ReadValue[], bytes: string): Pick<Template, 'head' | 'values'> {
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
  return Buffer.isBuffer(body) && body.length <= MAX_REQUEST ? body.toString('latin1') : undefined;
}

/** The template that was found becomes the first of those that are known. */
function findAmong(known: Template[], bytes: string): SoapCall | undefined {
  for (const [index, template] of known.entries()) {
    const args = readByTemplate(template, bytes);
    if (args === undefined) continue;
    if (index > 0) known.unshift(...known.splice(index, 1));
    return { version: template.version, call: toCall(template.operation, args) };
  }
  return undefined;
}

/** The arguments in `bytes`; `undefined` if they are not in this template, or a value is not canonical. */
function readByTemplate({ head, values, defaults }: Template, bytes: string): Arguments | undefined {
  let at = head.length;
  if (bytes.slice(0, at) !== head) return undefined;
  const args: Record<string, Arguments[string]> = { ...defaults };
  for (const { name, type, after } of values) {
    const end = bytes.indexOf('<', at);
    const value = readCanonicalScalar(type, bytes.slice(at, end));
    at = end + after.length;
    if (value === undefined || bytes.slice(end, at) !== after) return undefined;
    args[name] = value;
  }
  return at === bytes.length ? args : undefined;
}
