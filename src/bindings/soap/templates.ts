/**
 * Caches request templates. The requests of a client usually differ only in their values. After one request was parsed,
 * requests that differ from it only in their values need no parsing, if these values are in canonical form
 * (scalars.ts). All other requests are parsed in full.
 */
import { LRUCache } from 'lru-cache';
import { type Arguments, type OperationName, type Parameter, toCall } from '../../contract/operations';
import type { SoapVersion } from '../../contract/soap-version';
import { readCanonicalScalar } from '../scalars';
import type { ParsedValue } from './content';
import type { ParsedSoapRequest, SoapCall, SoapRequest } from './request';

/** Requests with more bytes than this have no template. */
const MAX_REQUEST = 8_192;

/**
 * At most this many templates are kept for the same headers. Clients send fewer shapes of a request than this, and a
 * few templates can be tried one after the other.
 */
const MAX_SIBLINGS = 8;

/** All templates together may take this much memory, in bytes. */
const MAX_BYTES = 1_048_576;

/** A template takes this many bytes in addition to its text, and a list of templates in addition to its headers. */
const OVERHEAD = 512;

/** Represents a request as the text around its values, with the call that it means. */
interface Template {
  readonly version: SoapVersion;
  readonly operation: OperationName;
  /** This is the text before the first value. Each character is one byte. */
  readonly head: string;
  /** The values are in the order of the document, each with the text after it. */
  readonly values: readonly (Parameter & { readonly after: string })[];
  /** These are the values of the parameters that the request leaves out. */
  readonly defaults: Arguments;
  /** The template takes this many bytes of memory. */
  readonly size: number;
}

export class RequestTemplates {
  /**
   * Maps the headers of a request to templates, the most recently used first. So the template of a client that calls
   * often is found at once, and a client whose requests always have a new shape replaces only the last template.
   */
  readonly #templates = new LRUCache<string, Template[]>({
    maxSize: MAX_BYTES,
    sizeCalculation: (templates, headers) =>
      templates.reduce((sum, { size }) => sum + size, OVERHEAD + 2 * headers.length),
  });

  /** Returns the memory that all templates take, in bytes. */
  get bytes(): number {
    return this.#templates.calculatedSize;
  }

  /** Returns the call of a request that fits a known template, or `undefined` if it must be parsed. */
  find(request: SoapRequest): SoapCall | undefined {
    const bytes = bytesOf(request);
    return bytes === undefined ? undefined : findAmong(this.#templates.get(headersKey(request)) ?? [], bytes);
  }

  /**
   * Makes a template of a request that was parsed, if its values are in canonical form, and the request contains them
   * literally.
   */
  learn(request: SoapRequest, { version, call, read, text }: ParsedSoapRequest): void {
    const bytes = bytesOf(request);
    // `bytes` is undefined if the request is too long. If a character of the request has several bytes, the offsets of
    // the values do not fit `bytes`.
    if (text !== bytes) return;
    const isLiteral = (value: ParsedValue) => bytes.startsWith(value.text, value.offset);
    if (!read.every((value) => isCanonical(value) && isLiteral(value))) return;
    const key = headersKey(request);
    const known = this.#templates.get(key) ?? [];
    const size = OVERHEAD + bytes.length;
    const { operation, args: defaults } = call;
    const template = { version, operation, ...around(read, bytes), defaults, size };
    this.#templates.set(key, [...known.slice(0, MAX_SIBLINGS - 1), template]);
  }
}

/**
 * Returns true if a value is in canonical form. A request with any other value may have the shape of a known template,
 * and there must not be a second template of this shape.
 */
function isCanonical({ type, text }: ParsedValue): boolean {
  return readCanonicalScalar(type, text) !== undefined;
}

/** Returns the key of a request's templates. The headers are joined by a line end, which no header can contain. */
function headersKey({ contentType, soapAction }: SoapRequest): string {
  return `${contentType ?? ''}\n${soapAction ?? ''}\n${soapAction === undefined}`;
}

function around(values: readonly ParsedValue[], bytes: string): Pick<Template, 'head' | 'values'> {
  return {
    head: bytes.slice(0, values[0]?.offset),
    values: values.map(({ name, type, text, offset }, index) => ({
      name,
      type,
      after: bytes.slice(offset + text.length, values[index + 1]?.offset),
    })),
  };
}

/** Returns the body with one character for each byte, or `undefined` if it is too long for a template. */
function bytesOf({ body }: SoapRequest): string | undefined {
  return Buffer.isBuffer(body) && body.length <= MAX_REQUEST ? body.toString('latin1') : undefined;
}

/** Returns the call of a request by the first template that fits, and moves this template to the front of the list. */
function findAmong(known: Template[], bytes: string): SoapCall | undefined {
  for (const [index, template] of known.entries()) {
    const args = readByTemplate(template, bytes);
    if (args === undefined) continue;
    if (index > 0) known.unshift(...known.splice(index, 1));
    return { version: template.version, call: toCall(template.operation, args) };
  }
  return undefined;
}

/** Returns the arguments in `bytes`, or `undefined` if they do not fit this template or a value is not canonical. */
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
