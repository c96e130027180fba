import { isDeepStrictEqual } from 'node:util';
import { BINDINGS, type BindingName } from '../contract/bindings';
import { type Call, OPERATIONS, toCall, type XsdValue } from '../contract/operations';
import { parseXml } from '../formats/xml-tree';
import { isObject, parseJson } from '../lib/json';

/** The answer that a service gave to a call. */
export type RecordedAnswer =
  /** `null` where the service left the result out. */
  { readonly result: string | null } | { readonly fault: RecordedFault };

export interface RecordedFault {
  /** HTTP GET and POST tell none: it is `Server` there. */
  readonly code: 'Client' | 'Server';
  readonly text: string;
  readonly actor?: string;
  /** Well-formed XML that stands inside the fault's detail; GET and POST know none. */
  readonly detail?: string;
}

export interface Recording {
  readonly call: Call;
  /** The bindings by which this answer came, at least one, in the WSDL's order. */
  readonly bindings: readonly BindingName[];
  readonly answer: RecordedAnswer;
}

/** Writes a call for people: `SelectEvent(intEventID=7, bolAsJSON=true)`. */
export function callText(call: Call): string {
  const args = Object.entries(call.args).map(([name, value]) => `${name}=${value}`);
  return `${call.operation}(${args.join(', ')})`;
}

/** The same for two requests that mean the same call, whatever bytes they came in; also a file's name. */
export function callKey(call: Call): string {
  return [call.operation, ...Object.values(call.args).map(String)].join('_');
}

/** The same answer by a further binding joins the earlier ones; another answer takes their place. */
export function mergeRecordings(earlier: Recording | undefined, later: Recording): Recording {
  if (earlier === undefined || !isDeepStrictEqual(earlier.answer, later.answer)) return later;
  return { ...later, bindings: inOrder([...earlier.bindings, ...later.bindings]) };
}

function inOrder(names: readonly unknown[]): BindingName[] {
  return BINDINGS.map(({ name }) => name).filter((name) => names.includes(name));
}

/** A recording as its file holds it. 64-bit values are strings, which no JSON reader rounds. */
export function writeRecording({ call, bindings, answer }: Recording): string {
  const args = Object.fromEntries(
    Object.entries(call.args).map(([name, value]: [string, XsdValue]) => [
      name,
      typeof value === 'bigint' ? String(value) : value,
    ]),
  );
  return `${JSON.stringify({ operation: call.operation, arguments: args, bindings, ...answer }, null, 2)}\n`;
}

/** @returns `undefined` for a text that is no recording */
export function readRecording(text: string): Recording | undefined {
  const written = parseJson(text);
  if (!isObject(written) || !isObject(written.arguments)) return undefined;
  const operation = OPERATIONS.find(({ name }) => name === written.operation);
  const answer = answerOf(written);
  // Recordings that people wrote by hand, or an earlier version, name no binding.
  const { bindings: named = ['soap11'] } = written;
  const bindings = Array.isArray(named) ? inOrder(named) : [];
  if (operation === undefined || answer === undefined || bindings.length === 0) return undefined;
  const args: Record<string, XsdValue> = {};
  for (const { name, type } of operation.parameters) {
    const value = written.arguments[name];
    if (type === 'long' && typeof value === 'string' && /^-?\d{1,19}$/.test(value))
      args[name] = BigInt(value);
    else if (type === 'int' && typeof value === 'number') args[name] = value;
    else if (type === 'boolean' && typeof value === 'boolean') args[name] = value;
    else return undefined;
  }
  return { call: toCall(operation, args), bindings, answer };
}

function answerOf({ result, fault }: Readonly<Record<string, unknown>>): RecordedAnswer | undefined {
  if (typeof result === 'string' || result === null) return { result };
  if (!isObject(fault) || typeof fault.text !== 'string') return undefined;
  const { code, text, actor, detail } = fault;
  if (code !== 'Client' && code !== 'Server') return undefined;
  if (typeof detail === 'string' && typeof parseXml(detail) === 'string') return undefined;
  return {
    fault: {
      ...{ code, text },
      ...(typeof actor === 'string' ? { actor } : {}),
      ...(typeof detail === 'string' ? { detail } : {}),
    },
  };
}
